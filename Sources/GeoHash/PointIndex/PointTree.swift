// SPDX-License-Identifier: Apache-2.0

internal import GeoKernels

/// The tree under `PointIndex`: leaves of up to 64 places, nodes of up to sixteen children, all leaves equally deep, as in an R-tree.
///
/// It is loaded as a k-d tree, so that boxes are disjoint; later a place goes to the leaf whose box grows least.
/// A writer changes nothing that a snapshot sees: it copies nodes on its way up to the root, once for each snapshot, and adds to leaves
/// what older nodes do not count. What it replaced is used again when the last snapshot that saw it has ended.
///
/// This is the writer's side; readers have a `TreeView`. It may pass from thread to thread, since nobody else writes to what it points to.
@safe
struct PointTree: ~Copyable, @unchecked Sendable {
  /// A leaf or node by its number: where it is now and which slot of which node points to it.
  @safe struct Entry {
    var base: UnsafeMutableRawPointer
    var parent: UInt32
    var slot: Int
  }

  /// A block that only snapshots up to an epoch see.
  @safe struct Retired {
    let base: UnsafeMutableRawPointer
    let isLeaf: Bool
    let epoch: UInt32
  }

  static let none = UInt32.max

  let storage: IDStorage
  let kernels: gk_kernels

  var pool: BlockPool
  var table = IDTable()
  // Number 0 is no leaf's.
  var leaves = [Entry]()
  var nodes = [Entry]()
  var freeLeaves: [UInt32] = []
  var freeNodes: [UInt32] = []
  var root: UInt32 = 0
  /// The levels of nodes, 1 where the root's children are leaves.
  var height = 1
  var count = 0

  /// Whether two loaded places had one id.
  var isAmbiguous = false

  /// The epoch of what is written now: greater than that of every snapshot.
  var epoch: UInt32 = 1
  /// Whether something was written since the last snapshot.
  var isChanged = true
  /// The epochs that snapshots hold, ascending, and how many hold each.
  var pins: [(epoch: UInt32, holders: Int)] = []
  /// In ascending order of epochs.
  var retired = [Retired]()
  var firstRetired = 0

  init(storage: IDStorage, kernels: gk_kernels) {
    self.storage = storage
    self.kernels = kernels
    pool = BlockPool(
      sizes: [Node.bytes]
        + (1...Leaf.places / Leaf.step).map {
          Leaf.bytes(capacity: $0 * Leaf.step, idStride: storage.stride)
        })
    let unused = addLeaf(capacity: Leaf.step)
    unsafe pool.give(unused.base)
    root = addNode(parent: PointTree.none, slot: 0).number
  }

  deinit {
    if unsafe storage.end != nil {
      for entry in leaves where entry.parent != PointTree.none { unsafe end(Leaf(entry.base)) }
      for block in retired[firstRetired...] where block.isLeaf {
        unsafe end(Leaf(block.base))
      }
    }
    table.end()
    pool.end()
  }

  func leaf(_ number: UInt32) -> Leaf { unsafe Leaf(leaves[Int(number)].base) }
  func node(_ number: UInt32) -> Node { unsafe Node(nodes[Int(number)].base) }

  // MARK: Blocks

  mutating func makeLeaf(number: UInt32, capacity: Int) -> Leaf {
    let leaf = unsafe Leaf(pool.take(capacity / Leaf.step))
    leaf.begin(number: number, capacity: capacity)
    return leaf
  }

  /// A leaf of a new number, which no node points to yet.
  mutating func addLeaf(capacity: Int) -> Leaf {
    let number = freeLeaves.popLast() ?? UInt32(leaves.count)
    precondition(number < IDTable.mostLeaves, "an index holds at most \(IDTable.mostLeaves) leaves")
    let leaf = makeLeaf(number: number, capacity: capacity)
    let entry = unsafe Entry(base: leaf.base, parent: PointTree.none, slot: 0)
    if number == leaves.count {
      leaves.append(entry)
    } else {
      leaves[Int(number)] = entry
    }
    return leaf
  }

  /// A node of a new number.
  mutating func addNode(parent: UInt32, slot: Int) -> Node {
    let number = freeNodes.popLast() ?? UInt32(nodes.count)
    let node = unsafe Node(pool.take(0))
    node.begin(number: number, epoch: epoch)
    let entry = unsafe Entry(base: node.base, parent: parent, slot: slot)
    if number == nodes.count {
      nodes.append(entry)
    } else {
      nodes[Int(number)] = entry
    }
    return node
  }

  /// Copies a position with its id to another leaf.
  func copy(_ position: Int, of leaf: Leaf, to other: Leaf) {
    let new = other.append(position: position, of: leaf)
    let (from, to) = unsafe (leaf.ids + position * storage.stride, other.ids + new * storage.stride)
    if let copy = unsafe storage.copy {
      unsafe copy(to, from)
    } else {
      unsafe to.copyMemory(from: from, byteCount: storage.stride)
    }
  }

  private func end(_ leaf: Leaf) {
    if let end = unsafe storage.end { unsafe end(leaf.ids, leaf.used) }
  }

  /// Gives a block up: at once, or when the last snapshot that sees it has ended.
  mutating func retire(_ base: UnsafeMutableRawPointer, isLeaf: Bool) {
    guard let newest = pins.last?.epoch else {
      unsafe free(Retired(base: base, isLeaf: isLeaf, epoch: 0))
      return
    }
    unsafe retired.append(Retired(base: base, isLeaf: isLeaf, epoch: newest))
  }

  private mutating func free(_ block: Retired) {
    if block.isLeaf { unsafe end(Leaf(block.base)) }
    unsafe pool.give(block.base)
  }

  /// Uses again what no snapshot sees any more.
  mutating func freeRetired() {
    let oldest = pins.first?.epoch ?? UInt32.max
    while firstRetired < retired.count, retired[firstRetired].epoch < oldest {
      free(retired[firstRetired])
      firstRetired += 1
    }
    if firstRetired > 1024, firstRetired * 2 > retired.count {
      retired.removeFirst(firstRetired)
      firstRetired = 0
    }
  }

  // MARK: Snapshots

  /// Keeps what is now from being changed, until `unpin` is called for the epoch that is returned.
  mutating func pin() -> UInt32 {
    if let last = pins.last, last.epoch == epoch - 1, !isChanged {
      pins[pins.count - 1].holders += 1
      return last.epoch
    }
    precondition(epoch < UInt32.max, "an index lends at most 4 billion different snapshots")
    pins.append((epoch, 1))
    epoch += 1
    isChanged = false
    return epoch - 1
  }

  mutating func unpin(_ epoch: UInt32) {
    guard let index = pins.lastIndex(where: { $0.epoch == epoch }) else { return }
    pins[index].holders -= 1
    if pins[index].holders == 0 {
      pins.remove(at: index)
      if index == 0 { freeRetired() }
    }
  }

  /// The node of a number as one that no snapshot sees, with all above it.
  mutating func writable(_ number: UInt32) -> Node {
    let node = node(number)
    guard let newest = pins.last?.epoch, node.epoch <= newest else { return node }
    let copy = unsafe Node(pool.take(0))
    unsafe copy.base.copyMemory(from: node.base, byteCount: Node.bytes)
    copy.epoch = epoch
    unsafe nodes[Int(number)].base = unsafe copy.base
    unsafe retire(node.base, isLeaf: false)
    let (parent, slot) = (nodes[Int(number)].parent, nodes[Int(number)].slot)
    if parent != PointTree.none { unsafe writable(parent).addresses[slot] = unsafe copy.base }
    return copy
  }
}
