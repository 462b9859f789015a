// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo
internal import GeoDynamoAWS
internal import GeoDynamoSQLite

extension DynamoDBEndpoint {
  /// Where index rows are not what their items say, one sentence each; none when all do.
  package func drift(ofTable name: String) async throws -> [String] {
    let table = try table(name)
    let items = try await Self.all(of: table.items).map(StoredForm.original)
    var problems: [String] = []
    for index in table.indexes {
      let definition = index.definition
      var expected: [PrimaryKey: Item] = [:]
      for item in items { expected[item.key!] = definition.entry(of: item) }
      for row in try await Self.all(of: index.store) {
        let entry = StoredForm.entry(row, in: definition)
        let key = entry.key!
        if expected.removeValue(forKey: key) != entry {
          problems.append("\(definition.name): the row of (\(key.partition), \(key.sort)) is another one")
        }
      }
      for key in expected.keys {
        problems.append("\(definition.name): there is no row of (\(key.partition), \(key.sort))")
      }
    }
    return problems
  }

  private static func all(of store: SQLiteStore) async throws -> [Item] {
    var items: [Item] = []
    var request = ScanRequest()
    repeat {
      let page = try await store.scan(request)
      items += page.items
      request.start = page.next
    } while request.start != nil
    return items
  }
}
