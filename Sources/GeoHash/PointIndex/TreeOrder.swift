// SPDX-License-Identifier: Apache-2.0

/// Orders places along the longest edge of their box: how the tree is loaded, and how a full leaf or node is divided.
enum TreeOrder {
  struct Item {
    var x: Float
    var y: Float
    var z: Float
    /// Whose place it is: a position, a slot, a row.
    var number: UInt32

    init(_ place: SIMD3<Float>, _ number: Int) {
      (x, y, z) = (place.x, place.y, place.z)
      self.number = UInt32(number)
    }
  }

  /// Reorders the items so that none of the first `count` lies beyond one of the others on the longest edge of their box.
  /// O(n) on average.
  static func divide(_ items: UnsafeMutableBufferPointer<Item>, at count: Int) {
    guard count > 0, count < items.count else { return }
    var low = SIMD3<Float>(repeating: .infinity)
    var high = -low
    for index in items.indices {
      let place = unsafe SIMD3(items[index].x, items[index].y, items[index].z)
      low.replace(with: place, where: place .< low)
      high.replace(with: place, where: place .> high)
    }
    let edges = high - low
    if edges.x >= edges.y && edges.x >= edges.z {
      unsafe select(items, count) { $0.x }
    } else if edges.y >= edges.z {
      unsafe select(items, count) { $0.y }
    } else {
      unsafe select(items, count) { $0.z }
    }
  }

  /// Quickselect with the median of three as pivot.
  @inline(__always)
  private static func select(
    _ items: UnsafeMutableBufferPointer<Item>, _ count: Int, _ key: (Item) -> Float
  ) {
    var (low, high) = (0, items.count - 1)
    while low < high {
      let middle = low + (high - low) / 2
      let (a, b, c) = unsafe (key(items[low]), key(items[middle]), key(items[high]))
      let pivot = max(min(a, b), min(max(a, b), c))
      var (left, right) = (low, high)
      while left <= right {
        while unsafe key(items[left]) < pivot { left += 1 }
        while unsafe key(items[right]) > pivot { right -= 1 }
        if left <= right {
          unsafe items.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      // Between right and left all are equal to the pivot.
      if count <= right {
        high = right
      } else if count >= left {
        low = left
      } else {
        return
      }
    }
  }
}
