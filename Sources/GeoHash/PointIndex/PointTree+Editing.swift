// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

extension PointTree {
  /// Where an id is.
  struct Sighting {
    /// The table's slot.
    let slot: Int
    let leaf: Leaf
    let position: Int
  }

  /// Free positions that a new block of a leaf has at least.
  private static let slack = 3
  /// Leaves with fewer places look for another to join.
  private static let fewPlaces = 12
  /// Nodes with fewer children look for another to join.
  private static let fewChildren = 4

  func find(_ id: UnsafeRawPointer, hash: UInt64) -> Sighting? {
    var found = table.find(hash)
    while let (slot, number) = found {
      let leaf = leaf(number)
      let candidates = unsafe kernels.tagged(leaf.tags, leaf.capacity, IDTable.tag(of: hash))
      if candidates != 0 {
        let (parent, child) = (leaves[Int(number)].parent, leaves[Int(number)].slot)
        let members = unsafe node(parent).members[child]
        for position in Bits(candidates & members)
        where unsafe storage.areEqual(id, leaf.ids + position * storage.stride) {
          return Sighting(slot: slot, leaf: leaf, position: position)
        }
      }
      found = table.find(hash, after: slot)
    }
    return nil
  }

  // MARK: Places

  /// Inserts the id at an address or moves it: where it was, nil where it is new. It goes to the suggested leaf, where that is not 0.
  mutating func place(
    _ id: UnsafeRawPointer, hash: UInt64, at point: TreePoint, suggested: UInt32 = 0
  ) -> Coordinate? {
    isChanged = true
    guard let sighting = unsafe find(id, hash: hash) else {
      if table.isFull { rebuildTable() }
      let leaf = unsafe add(id, hash: hash, at: point, to: suggested)
      table.insert(hash, leaf: leaf)
      count += 1
      return nil
    }
    let before = sighting.leaf.coordinate(at: sighting.position)
    // Of no leaf meanwhile, so that no other id of equal hash bits takes the entry for its own.
    table.set(sighting.slot, to: IDTable.mostLeaves)
    take(sighting.position, from: sighting.leaf)
    let leaf = unsafe add(id, hash: hash, at: point, to: suggested)
    table.set(sighting.slot, to: leaf)
    return before
  }

  /// Removes the id at an address: where it was.
  mutating func remove(_ id: UnsafeRawPointer, hash: UInt64) -> Coordinate? {
    guard let sighting = unsafe find(id, hash: hash) else { return nil }
    isChanged = true
    let before = sighting.leaf.coordinate(at: sighting.position)
    table.remove(sighting.slot)
    take(sighting.position, from: sighting.leaf)
    count -= 1
    return before
  }

  func coordinate(of id: UnsafeRawPointer, hash: UInt64) -> Coordinate? {
    unsafe find(id, hash: hash).map { $0.leaf.coordinate(at: $0.position) }
  }

  /// Adds a place to a leaf, or to the one that fits best if that is 0 or has ended; the number of the leaf.
  private mutating func add(
    _ id: UnsafeRawPointer, hash: UInt64, at point: TreePoint, to suggested: UInt32
  ) -> UInt32 {
    var number = suggested
    while true {
      if leaves[Int(number)].parent == PointTree.none {
        number = unsafe bestLeaf(for: point).map { unsafe Leaf($0).number } ?? addFirstLeaf()
      }
      let leaf = leaf(number)
      guard leaf.used < leaf.capacity else {
        makeRoom(in: leaf)
        number = 0
        continue
      }
      let position = leaf.append(point, tag: IDTable.tag(of: hash))
      let to = unsafe leaf.ids + position * storage.stride
      if let copy = unsafe storage.copy {
        unsafe copy(to, id)
      } else {
        unsafe to.copyMemory(from: id, byteCount: storage.stride)
      }
      let (parent, slot) = (leaves[Int(number)].parent, leaves[Int(number)].slot)
      let node = writable(parent)
      unsafe node.members[slot] |= 1 << UInt64(position)
      let place = SIMD3(point.x, point.y, point.z)
      grow(parent, slot, TreeBox(low: place, high: place), places: 1)
      return number
    }
  }

  /// The block of the leaf whose box grows least by a place; nil where there is none.
  func bestLeaf(for point: TreePoint) -> UnsafeMutableRawPointer? {
    var node = node(root)
    guard node.count > 0 else { return nil }
    for _ in 1..<height { node = unsafe Node(node.addresses[choose(node, point)]) }
    return unsafe node.addresses[choose(node, point)]
  }

  private mutating func addFirstLeaf() -> UInt32 {
    let leaf = addLeaf(capacity: Leaf.step)
    attach(leaf, box: .empty, members: 0, to: root)
    return leaf.number
  }

  func choose(_ node: Node, _ point: TreePoint) -> Int {
    unsafe kernels.choose(node.rows, node.count, point.x, point.y, point.z)
  }

  /// Takes a place out of its leaf; the leaf may end.
  private mutating func take(_ position: Int, from leaf: Leaf) {
    let (parent, slot) = (leaves[Int(leaf.number)].parent, leaves[Int(leaf.number)].slot)
    let node = writable(parent)
    let members = unsafe node.members[slot] & ~(1 << UInt64(position))
    unsafe node.members[slot] = members
    let place = leaf.place(at: position)
    let box = node.box(at: slot)
    if box.shares(faceOf: TreeBox(low: place, high: place)) {
      node.setBox(bounds(of: leaf, members), at: slot)
      shrink(parent, from: box)
    }
    addPlaces(-1, above: parent)
    if members == 0 {
      detachLeaf(slot, of: parent)
      unsafe retire(leaf.base, isLeaf: true)
    } else if members.nonzeroBitCount < PointTree.fewPlaces {
      joinLeaf(slot, of: parent)
    }
  }

  func bounds(of leaf: Leaf, _ members: UInt64) -> TreeBox {
    let box = unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 6) { buffer in
      unsafe kernels.bounds(leaf.rows, leaf.capacity, members, buffer.baseAddress)
      return unsafe TreeBox(
        low: SIMD3(buffer[0], buffer[1], buffer[2]), high: SIMD3(buffer[3], buffer[4], buffer[5]))
    }
    return box
  }

  // MARK: Boxes and counts on the way to the root

  /// Makes a child's box hold another and counts places, and so on up to the root.
  private mutating func grow(_ number: UInt32, _ slot: Int, _ box: TreeBox, places: Int) {
    var (number, slot) = (number, slot)
    var isLeaf = true
    while true {
      let node = node(number)
      let old = node.box(at: slot)
      if !old.holds(box) { node.setBox(old.joined(with: box), at: slot) }
      if !isLeaf { unsafe node.members[slot] = UInt64(Int(node.members[slot]) + places) }
      let entry = nodes[Int(number)]
      guard entry.parent != PointTree.none else { return }
      (number, slot, isLeaf) = (entry.parent, entry.slot, false)
    }
  }

  /// After a child's box became smaller than `box`: the same for the node's own, and so on up.
  private mutating func shrink(_ number: UInt32, from box: TreeBox) {
    var (number, box) = (number, box)
    while true {
      let entry = nodes[Int(number)]
      guard entry.parent != PointTree.none else { return }
      let parent = node(entry.parent)
      let old = parent.box(at: entry.slot)
      guard old.shares(faceOf: box) else { return }
      let new = node(number).box
      guard new != old else { return }
      parent.setBox(new, at: entry.slot)
      (number, box) = (entry.parent, old)
    }
  }

  /// Counts places in all nodes above one.
  private mutating func addPlaces(_ places: Int, above number: UInt32) {
    var entry = nodes[Int(number)]
    while entry.parent != PointTree.none {
      let parent = node(entry.parent)
      unsafe parent.members[entry.slot] = UInt64(Int(parent.members[entry.slot]) + places)
      entry = nodes[Int(entry.parent)]
    }
  }

  // MARK: Leaves

  /// Puts a leaf that can take no more into a larger block, or divides it.
  private mutating func makeRoom(in leaf: Leaf) {
    let (parent, slot) = (leaves[Int(leaf.number)].parent, leaves[Int(leaf.number)].slot)
    let members = unsafe node(parent).members[slot]
    let places = members.nonzeroBitCount
    if places <= Leaf.places - PointTree.slack {
      let larger = makeLeaf(number: leaf.number, capacity: Leaf.capacity(for: places + PointTree.slack))
      for position in Bits(members) { copy(position, of: leaf, to: larger) }
      replace(leaf, by: larger, members: UInt64.max >> UInt64(64 - places))
    } else {
      divide(leaf, members)
    }
  }

  /// Points a leaf's slot to another block of the same number.
  private mutating func replace(_ leaf: Leaf, by other: Leaf, members: UInt64) {
    let (parent, slot) = (leaves[Int(leaf.number)].parent, leaves[Int(leaf.number)].slot)
    let node = writable(parent)
    unsafe node.addresses[slot] = unsafe other.base
    unsafe node.members[slot] = members
    unsafe leaves[Int(leaf.number)].base = unsafe other.base
    unsafe retire(leaf.base, isLeaf: true)
  }

  /// Divides a leaf at the middle of its longest edge; the second half gets a number of its own.
  private mutating func divide(_ leaf: Leaf, _ members: UInt64) {
    var order =
      members.nonzeroBitCount > 0 ? Bits(members).map { TreeOrder.Item(leaf.place(at: $0), $0) } : []
    let half = order.count / 2
    unsafe order.withUnsafeMutableBufferPointer { unsafe TreeOrder.divide($0, at: half) }
    let first = makeLeaf(number: leaf.number, capacity: Leaf.capacity(for: half + PointTree.slack))
    for item in order[..<half] { copy(Int(item.number), of: leaf, to: first) }
    let second = addLeaf(capacity: Leaf.capacity(for: order.count - half + PointTree.slack))
    for item in order[half...] { copy(Int(item.number), of: leaf, to: second) }
    note(second, from: 0, insteadOf: leaf.number)
    let (parent, slot) = (leaves[Int(leaf.number)].parent, leaves[Int(leaf.number)].slot)
    let mask = { (places: Int) in UInt64.max >> UInt64(64 - places) }
    replace(leaf, by: first, members: mask(half))
    node(parent).setBox(bounds(of: first, mask(half)), at: slot)
    let others = mask(order.count - half)
    attach(second, box: bounds(of: second, others), members: others, to: parent)
  }

  /// Notes in the table that the ids of a leaf, from a position on, were in another leaf before.
  private mutating func note(_ leaf: Leaf, from start: Int, insteadOf former: UInt32) {
    for position in start..<leaf.used {
      let hash = unsafe storage.hash(leaf.ids + position * storage.stride)
      var found = table.find(hash)
      // Which of the former leaf's entries of equal hash bits is taken makes no difference: they are alike.
      while let (slot, number) = found, number != former { found = table.find(hash, after: slot) }
      if let (slot, _) = found { table.set(slot, to: leaf.number) }
    }
  }

  /// Moves the places of a nearly empty leaf to the sibling that grows least, if one has room for them.
  private mutating func joinLeaf(_ slot: Int, of parent: UInt32) {
    let node = node(parent)
    let members = unsafe node.members[slot]
    let places = members.nonzeroBitCount
    guard
      let other = sibling(
        of: slot, in: node, fits: { unsafe node.members[$0].nonzeroBitCount + places <= 40 })
    else { return }
    let (leaf, former) = unsafe (Leaf(node.addresses[slot]), Leaf(node.addresses[other]))
    let theirs = unsafe node.members[other]
    let total = places + theirs.nonzeroBitCount
    let joined = makeLeaf(number: former.number, capacity: Leaf.capacity(for: total + PointTree.slack))
    for position in Bits(theirs) { copy(position, of: former, to: joined) }
    let start = joined.used
    for position in Bits(members) { copy(position, of: leaf, to: joined) }
    note(joined, from: start, insteadOf: leaf.number)
    replace(former, by: joined, members: UInt64.max >> UInt64(64 - total))
    node.setBox(node.box(at: other).joined(with: node.box(at: slot)), at: other)
    detachLeaf(slot, of: parent)
    unsafe retire(leaf.base, isLeaf: true)
  }

  private mutating func detachLeaf(_ slot: Int, of parent: UInt32) {
    let node = writable(parent)
    let number = unsafe Leaf(node.addresses[slot]).number
    leaves[Int(number)].parent = PointTree.none
    freeLeaves.append(number)
    detach(slot, of: parent, level: 1)
  }

  // MARK: Nodes

  /// The child whose box, joined with that of a slot, is smallest among those that fit.
  private func sibling(of slot: Int, in node: Node, fits: (Int) -> Bool) -> Int? {
    let box = node.box(at: slot)
    return (0..<node.count).filter { $0 != slot && fits($0) }
      .min { node.box(at: $0).joined(with: box).margin < node.box(at: $1).joined(with: box).margin }
  }

  private mutating func attach(_ leaf: Leaf, box: TreeBox, members: UInt64, to parent: UInt32) {
    unsafe attach(leaf.base, number: leaf.number, box: box, members: members, to: parent, level: 1)
  }

  /// Adds a child to a node of a level, which is divided if it has sixteen.
  private mutating func attach(
    _ base: UnsafeMutableRawPointer, number: UInt32, box: TreeBox, members: UInt64, to parent: UInt32,
    level: Int
  ) {
    var parent = parent
    if node(parent).count == Node.children { parent = divide(parent, level: level, for: box) }
    let node = writable(parent)
    let slot = unsafe node.append(base, box: box, members: members)
    setParent(of: number, to: parent, slot, areLeaves: level == 1)
    refresh(above: parent, level: level)
  }

  private mutating func setParent(of number: UInt32, to parent: UInt32, _ slot: Int, areLeaves: Bool) {
    if areLeaves {
      (leaves[Int(number)].parent, leaves[Int(number)].slot) = (parent, slot)
    } else {
      (nodes[Int(number)].parent, nodes[Int(number)].slot) = (parent, slot)
    }
  }

  private func number(at slot: Int, of node: Node, areLeaves: Bool) -> UInt32 {
    unsafe areLeaves ? Leaf(node.addresses[slot]).number : Node(node.addresses[slot]).number
  }

  /// Makes what the nodes above know of a node, its box and how many places are below, what they are.
  private mutating func refresh(above number: UInt32, level: Int) {
    var (number, level) = (number, level)
    while true {
      let entry = nodes[Int(number)]
      guard entry.parent != PointTree.none else { return }
      let (node, parent) = (node(number), node(entry.parent))
      parent.setBox(node.box, at: entry.slot)
      unsafe parent.members[entry.slot] = UInt64(node.places(areLeaves: level == 1))
      (number, level) = (entry.parent, level + 1)
    }
  }

  /// Divides a full node; of the halves, the number of the one whose box grows less by another child.
  private mutating func divide(_ number: UInt32, level: Int, for box: TreeBox) -> UInt32 {
    if number == root { addRoot() }
    let node = writable(number)
    let parent = nodes[Int(number)].parent
    var order = (0..<node.count).map { slot in
      let middle = (node.box(at: slot).low + node.box(at: slot).high) / 2
      return TreeOrder.Item(middle, slot)
    }
    unsafe order.withUnsafeMutableBufferPointer { unsafe TreeOrder.divide($0, at: Node.children / 2) }
    let second = addNode(parent: PointTree.none, slot: 0)
    // From the last slot down: removing one moves only a child that has been looked at.
    for slot in order[(Node.children / 2)...].map({ Int($0.number) }).sorted(by: >) {
      let moved = self.number(at: slot, of: node, areLeaves: level == 1)
      let new = unsafe second.append(
        node.addresses[slot], box: node.box(at: slot), members: node.members[slot])
      setParent(of: moved, to: second.number, new, areLeaves: level == 1)
      node.remove(at: slot)
      if slot < node.count {
        setParent(
          of: self.number(at: slot, of: node, areLeaves: level == 1), to: number, slot, areLeaves: level == 1)
      }
    }
    refresh(above: number, level: level)
    unsafe attach(
      second.base, number: second.number, box: second.box,
      members: UInt64(second.places(areLeaves: level == 1)), to: parent, level: level + 1)
    let (one, other) = (
      node.box.joined(with: box).margin - node.box.margin,
      second.box.joined(with: box).margin - second.box.margin
    )
    return one <= other ? number : second.number
  }

  /// Puts a node above the root.
  private mutating func addRoot() {
    let old = writable(root)
    let number = root
    let new = addNode(parent: PointTree.none, slot: 0)
    _ = unsafe new.append(old.base, box: old.box, members: UInt64(old.places(areLeaves: height == 1)))
    setParent(of: number, to: new.number, 0, areLeaves: false)
    root = new.number
    height += 1
  }

  /// Removes a child from a node, which ends if it was the last, and otherwise joins another if few are left.
  private mutating func detach(_ slot: Int, of number: UInt32, level: Int) {
    let node = writable(number)
    node.remove(at: slot)
    if slot < node.count {
      setParent(
        of: self.number(at: slot, of: node, areLeaves: level == 1), to: number, slot, areLeaves: level == 1)
    }
    refresh(above: number, level: level)
    guard number != root else {
      if level > 1, node.count == 1 { lowerRoot() }
      return
    }
    if node.count == 0 {
      detachNode(number, level: level)
    } else if node.count < PointTree.fewChildren {
      joinNode(number, level: level)
    }
  }

  private mutating func detachNode(_ number: UInt32, level: Int) {
    let entry = nodes[Int(number)]
    unsafe retire(entry.base, isLeaf: false)
    freeNodes.append(number)
    detach(entry.slot, of: entry.parent, level: level + 1)
  }

  /// Moves the children of a node to the sibling that grows least, if one has room for them.
  private mutating func joinNode(_ number: UInt32, level: Int) {
    let entry = nodes[Int(number)]
    let parent = node(entry.parent)
    let node = node(number)
    guard
      let slot = sibling(
        of: entry.slot, in: parent,
        fits: { unsafe Node(parent.addresses[$0]).count + node.count <= Node.children - 2 })
    else { return }
    let other = unsafe writable(Node(parent.addresses[slot]).number)
    for child in 0..<node.count {
      let moved = self.number(at: child, of: node, areLeaves: level == 1)
      let new = unsafe other.append(
        node.addresses[child], box: node.box(at: child), members: node.members[child])
      setParent(of: moved, to: other.number, new, areLeaves: level == 1)
    }
    refresh(above: other.number, level: level)
    detachNode(number, level: level)
  }

  /// Makes the root's only child the root.
  private mutating func lowerRoot() {
    while height > 1, node(root).count == 1 {
      let old = root
      root = unsafe Node(node(old).addresses[0]).number
      setParent(of: root, to: PointTree.none, 0, areLeaves: false)
      unsafe retire(node(old).base, isLeaf: false)
      freeNodes.append(old)
      height -= 1
    }
  }

  // MARK: The table

  /// Makes the table larger, or rids it of entries of removed ids.
  private mutating func rebuildTable() {
    table.reset(for: count + count / 4 + 16)
    for entry in leaves where entry.parent != PointTree.none {
      let leaf = unsafe Leaf(entry.base)
      let members = unsafe node(entry.parent).members[entry.slot]
      for position in Bits(members) {
        table.insert(unsafe storage.hash(leaf.ids + position * storage.stride), leaf: leaf.number)
      }
    }
  }
}
