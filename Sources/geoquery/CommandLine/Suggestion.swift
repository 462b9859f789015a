// SPDX-License-Identifier: Apache-2.0

/// `; did you mean near?` when one of `names` is close to `word`, else nil.
func suggestion(for word: String, among names: [String], prefix: String = "") -> String? {
  let ranked = names.map { (name: $0, distance: editDistance(word, $0)) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }),
    best.distance <= max(1, min(word.utf8.count, best.name.utf8.count) / 3)
  else { return nil }
  return "; did you mean \(prefix)\(best.name)?"
}

/// How many bytes must be put in, left out, replaced or swapped with their neighbour to turn `a` into `b`.
///
/// Long words are cut at 64 bytes: names are short.
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a.utf8.prefix(64))
  let b = Array(b.utf8.prefix(64))
  var rows = [Array(0...b.count)]
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
      row.append(cost)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
