// SPDX-License-Identifier: Apache-2.0

/// Keys of chat threads.
///
/// ```
/// sets with threads      pk threads          sk <area set>
/// threads of a set       pk threads#<set>    sk <area>
/// thread                 pk t#<set>#<area>   sk t
/// membership             pk t#<set>#<area>   sk u#<user>
/// log entry              pk t#<set>#<area>   sk e#<sequence>
/// text of a reply        pk t#<set>#<area>   sk r#<message's sequence>#<sequence>
/// entry to be written    pk t#<set>#<area>   sk x#<revision>#<user>
/// where a user lives     pk o#users#<user>   sk home
/// membership, mirrored   pk o#users#<user>   sk t#<set>#<area>
/// read position          pk o#users#<user>   sk p#<set>#<area>
/// log entry, mirrored    pk u#<user>         sk m#<set>#<area>#<sequence>
/// thread ever joined     pk u#<user>         sk t#<set>#<area>
/// re-assignment          pk reassign#<set>   sk <version>
/// ```
///
/// Sequences, revisions and versions have 16 digits. Mirrors of log entries have a partition of their own: they are read when
/// a user is erased, and a scan of a collection's objects is not to pass a user's every message.
extension KeySchema {
  /// The collection in which users are objects.
  static let users: CollectionName = "users"

  // MARK: - A thread's partition

  /// The partition of a thread.
  static func threadPartition(_ area: AreaID) -> UTF8String { UTF8String("t#\(area.set)#\(area.id)") }

  /// The key of a thread's own item.
  static func thread(_ area: AreaID) -> PrimaryKey {
    PrimaryKey(partition: threadPartition(area), sort: "t")
  }

  /// The key of a membership.
  static func member(_ user: ObjectID, of area: AreaID) -> PrimaryKey {
    PrimaryKey(partition: threadPartition(area), sort: UTF8String(memberPrefix.string + user.text.string))
  }

  /// What the sort keys of memberships begin with.
  static let memberPrefix: UTF8String = "u#"

  /// The user in the sort key of a membership.
  static func user(inMemberKey sort: UTF8String) -> ObjectID? {
    rest(of: sort, after: memberPrefix).flatMap { try? ObjectID($0) }
  }

  /// The key of an entry of the log.
  static func event(_ sequence: Int64, in area: AreaID) -> PrimaryKey {
    PrimaryKey(partition: threadPartition(area), sort: UTF8String("e#\(digits(sequence))"))
  }

  /// The sequence in the sort key of a log entry.
  static func sequence(inEventKey sort: UTF8String) -> Int64? { rest(of: sort, after: "e#").flatMap(number) }

  /// The key of a reply's text.
  static func reply(_ sequence: Int64, to message: Int64, in area: AreaID) -> PrimaryKey {
    PrimaryKey(
      partition: threadPartition(area), sort: UTF8String("r#\(digits(message))#\(digits(sequence))"))
  }

  /// The two sequences in the sort key of a reply's text.
  static func sequences(inReplyKey sort: UTF8String) -> (message: Int64, reply: Int64)? {
    guard let text = rest(of: sort, after: "r#"), text.utf8.count == 33,
      let message = number(String(Substring(text.utf8.prefix(16)))),
      let reply = number(String(Substring(text.utf8.suffix(16))))
    else { return nil }
    return (message, reply)
  }

  /// The key of an entry that is still to be written to the log.
  static func pending(_ revision: Int64, of user: ObjectID, in area: AreaID) -> PrimaryKey {
    PrimaryKey(
      partition: threadPartition(area),
      sort: UTF8String("\(pendingPrefix)\(digits(revision))#\(user)"))
  }

  /// What the sort keys of entries to be written begin with. The revision comes next, so they sort by time.
  static let pendingPrefix: UTF8String = "x#"

  // MARK: - A user's partitions

  /// The partition of a user as an object.
  static func userPartition(_ user: ObjectID) -> UTF8String { object(user, in: users).partition }

  /// The partition of what a user has left in threads.
  static func tracePartition(_ user: ObjectID) -> UTF8String { UTF8String("u#\(user)") }

  /// The key of the item that says where a user lives.
  static func home(of user: ObjectID) -> PrimaryKey {
    PrimaryKey(partition: userPartition(user), sort: "home")
  }

  /// The key of a membership's mirror.
  static func membership(of user: ObjectID, in area: AreaID) -> PrimaryKey {
    PrimaryKey(partition: userPartition(user), sort: UTF8String("\(membershipPrefix)\(area.set)#\(area.id)"))
  }

  /// What the sort keys of memberships' mirrors begin with.
  static let membershipPrefix: UTF8String = "t#"

  /// The area in the sort key of a membership's mirror or of a thread ever joined.
  static func area(inMembershipKey sort: UTF8String) -> AreaID? {
    rest(of: sort, after: membershipPrefix).flatMap(area)
  }

  /// The key of a read position.
  static func readPosition(of user: ObjectID, in area: AreaID) -> PrimaryKey {
    PrimaryKey(partition: userPartition(user), sort: UTF8String("p#\(area.set)#\(area.id)"))
  }

  /// The key of the note that a user has ever joined a thread.
  static func visit(of user: ObjectID, to area: AreaID) -> PrimaryKey {
    PrimaryKey(partition: tracePartition(user), sort: UTF8String("\(membershipPrefix)\(area.set)#\(area.id)"))
  }

  /// The key of a log entry's mirror.
  static func trace(of user: ObjectID, in area: AreaID, at sequence: Int64) -> PrimaryKey {
    PrimaryKey(
      partition: tracePartition(user),
      sort: UTF8String(tracePrefix(of: area).string + digits(sequence)))
  }

  /// What the sort keys of the mirrors of log entries of an area begin with.
  static func tracePrefix(of area: AreaID) -> UTF8String { UTF8String("m#\(area.set)#\(area.id)#") }

  /// The area and the sequence in the sort key of a log entry's mirror.
  static func trace(inSortKey sort: UTF8String) -> (area: AreaID, sequence: Int64)? {
    guard let text = rest(of: sort, after: "m#"), text.utf8.count > 17,
      let sequence = number(String(Substring(text.utf8.suffix(16)))),
      let area = area(String(Substring(text.utf8.dropLast(17))))
    else { return nil }
    return (area, sequence)
  }

  // MARK: - Registries

  /// The partition that lists the area sets with threads.
  static let areaSets: UTF8String = "threads"

  /// The key under which an area set is listed.
  static func areaSet(_ set: String) -> PrimaryKey {
    PrimaryKey(partition: areaSets, sort: UTF8String(set))
  }

  /// The partition that lists the threads of an area set.
  static func threadList(of set: String) -> UTF8String { UTF8String("threads#\(set)") }

  /// The key under which a thread is listed.
  static func listedThread(_ area: AreaID) -> PrimaryKey {
    PrimaryKey(partition: threadList(of: area.set), sort: area.id)
  }

  /// The key of what is known of a re-assignment under way.
  static func reassignment(of set: String, to version: Int64) -> PrimaryKey {
    PrimaryKey(partition: UTF8String("reassign#\(set)"), sort: UTF8String(digits(version)))
  }

  // MARK: - Parts of keys

  private static func digits(_ number: Int64) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 16 - text.utf8.count)) + text
  }

  private static func number(_ text: String) -> Int64? {
    text.utf8.count == 16 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? Int64(text) : nil
  }

  /// By bytes: a String would take a combining mark after a `#` for a part of it.
  private static func rest(of sort: UTF8String, after prefix: UTF8String) -> String? {
    guard sort.hasPrefix(prefix) else { return nil }
    return String(Substring(sort.string.utf8.dropFirst(prefix.string.utf8.count)))
  }

  private static func area(_ text: String) -> AreaID? {
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
    return try? AreaID(
      set: String(Substring(text.utf8[..<mark])), id: String(Substring(text.utf8[mark...].dropFirst())))
  }
}

extension KeySchema {
  /// The entries of a log whose sequences are in a range.
  static func events(_ sequences: ClosedRange<Int64>, in area: AreaID) -> QueryRequest.SortCondition {
    .between(event(sequences.lowerBound, in: area).sort, event(sequences.upperBound, in: area).sort)
  }

  /// The texts of the replies to a message whose sequences are in a range.
  static func replies(
    _ sequences: ClosedRange<Int64>, to message: Int64, in area: AreaID
  ) -> QueryRequest.SortCondition {
    .between(
      reply(sequences.lowerBound, to: message, in: area).sort,
      reply(sequences.upperBound, to: message, in: area).sort)
  }
}

extension KeySchema {
  /// The key of a membership of a role that has a mirror in the user's partition, `r#<role>`; nil for another sort key.
  static func roleMembership(of user: ObjectID, mirroredAt sort: UTF8String) -> PrimaryKey? {
    sort.hasPrefix("r#") ? PrimaryKey(partition: sort, sort: UTF8String("u#\(user)")) : nil
  }
}
