// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import Testing

extension TableStoreConformance {
  static let putClaims = [
    Claim("a put item is read back; another key has none") { store in
      try await store.put(item("p", "s", ["n": 1]))
      #expect(try await store.get(key("p", "s")) == item("p", "s", ["n": 1]))
      #expect(try await store.get(key("p", "t")) == nil)
      #expect(try await store.get(key("q", "s")) == nil)
    },
    Claim("a put replaces the whole item and returns the old one only when asked") { store in
      #expect(try await store.put(item("p", "s", ["a": 1]), if: nil, returningOld: true) == nil)
      let old = try await store.put(item("p", "s", ["b": 2]), if: nil, returningOld: true)
      #expect(old == item("p", "s", ["a": 1]))
      #expect(try await store.put(item("p", "s", ["c": 3]), if: nil, returningOld: false) == nil)
      #expect(try await store.get(key("p", "s")) == item("p", "s", ["c": 3]))
    },
    Claim("a put whose condition fails changes nothing and carries the item there was") { store in
      try await store.put(item("p", "s", ["n": 1]), if: .notExists("pk"), returningOld: false)
      let error = await expectError(.conditionalCheckFailed) {
        try await store.put(item("p", "s", ["n": 2]), if: .notExists("pk"), returningOld: false)
      }
      #expect(error?.oldItem == item("p", "s", ["n": 1]))
      #expect(try await store.get(key("p", "s")) == item("p", "s", ["n": 1]))
      try await store.put(item("p", "s", ["n": 3]), if: .less("n", 2), returningOld: false)
      #expect(try await store.get(key("p", "s"))?["n"] == 3)
    },
    Claim("a failed condition on a missing item carries none") { store in
      let error = await expectError(.conditionalCheckFailed) {
        try await store.put(item("p", "s"), if: .exists("pk"), returningOld: true)
      }
      #expect(error != nil && error?.oldItem == nil)
    },
    Claim("conditions mean the same in the store as by themselves") { store in
      let attributes: Item = [
        "n": 5, "t": "caf\u{e9}", "b": .binary([1, 2]), "flag": true, "none": .null, "l": [1, "a"],
        "m": ["k": ["d": 1.5]], "ss": .stringSet(["a", "b"]),
      ]
      let conditions: [Condition] = [
        .exists("none"), .notExists("gone"), .equals("n", 5), .equals("n", "5"), .notEquals("gone", 1),
        .notEquals("n", "5"), .notEquals("n", 5), .less("n", 6), .less("n", "6"), .lessOrEqual("n", 5),
        .greater("t", "cafe\u{301}"),
        .greaterOrEqual("n", 5.5), .between("n", 1, 5), .between("n", 6, 7), .beginsWith("t", "ca"),
        .beginsWith("b", .binary([1])), .beginsWith("n", "5"), .contains("t", "f\u{e9}"),
        .contains("ss", "a"),
        .contains("l", 1), .contains("l", 2), .equals(AttributePath("m", "k", "d"), 1.5),
        .exists(AttributePath("m", "z", "d")), .exists(AttributePath("n", "k")),
        .all([.exists("n"), .equals("flag", true)]), .any([.exists("gone"), .equals("flag", false)]),
        .not(.less("gone", 1)), .not(.exists("n")),
      ]
      for condition in conditions {
        for isThere in [true, false] {
          let before = isThere ? item("p", "s", attributes) : nil
          if let before {
            try await store.put(before)
          } else {
            try await store.delete(key("p", "s"), if: nil, returningOld: false)
          }
          var isCarriedOut = true
          do {
            try await store.put(item("p", "s", ["new": 1]), if: condition, returningOld: false)
          } catch let error as StoreError where error.code == .conditionalCheckFailed {
            isCarriedOut = false
          }
          #expect(isCarriedOut == condition.holds(for: before), "\(condition), item there: \(isThere)")
        }
      }
    },
    Claim("conditions that no store accepts are validation errors") { store in
      let conditions: [Condition] = [
        .less("n", true), .greater("n", [1]), .between("n", 2, 1), .between("n", 1, "2"), .beginsWith("n", 1),
        .all([]), .any([]), .not(.all([])), .equals("n", .stringSet([])),
      ]
      for condition in conditions {
        await expectError(.validation) {
          try await store.put(item("p", "s"), if: condition, returningOld: false)
        }
        await expectError(.validation) { _ = try await store.scan(ScanRequest(filter: condition)) }
      }
    },
  ]

  static let deleteClaims = [
    Claim("a deleted item is gone, and returned when asked; deleting nothing is no error") { store in
      try await store.put(item("p", "s", ["n": 1]))
      try await store.put(item("p", "t"))
      #expect(try await store.delete(key("p", "s"), if: nil, returningOld: true) == item("p", "s", ["n": 1]))
      #expect(try await store.get(key("p", "s")) == nil)
      #expect(try await store.get(key("p", "t")) != nil)
      #expect(try await store.delete(key("p", "s"), if: nil, returningOld: true) == nil)
    },
    Claim("a delete whose condition fails deletes nothing and carries the item") { store in
      try await store.put(item("p", "s", ["n": 1]))
      let error = await expectError(.conditionalCheckFailed) {
        try await store.delete(key("p", "s"), if: .equals("n", 2), returningOld: false)
      }
      #expect(error?.oldItem == item("p", "s", ["n": 1]))
      #expect(try await store.get(key("p", "s")) != nil)
      try await store.delete(key("p", "s"), if: .equals("n", 1), returningOld: false)
      #expect(try await store.get(key("p", "s")) == nil)
      await expectError(.conditionalCheckFailed) {
        try await store.delete(key("p", "s"), if: .exists("pk"), returningOld: false)
      }
    },
  ]

  static let updateClaims = [
    Claim("an update of a missing item makes it, of its key and what is set") { store in
      let new = try await store.update(key("p", "s"), Update(set: ["n": .value(1)]), if: nil, returning: .new)
      #expect(new == item("p", "s", ["n": 1]))
      #expect(try await store.get(key("p", "s")) == new)
      #expect(try await store.update(key("p", "t"), Update(), if: nil, returning: .old) == nil)
      #expect(try await store.get(key("p", "t")) == item("p", "t"))
    },
    Claim("an update returns none, the old or the new item") { store in
      try await store.put(item("p", "s", ["n": 1]))
      let update = Update(add: ["n": 1])
      #expect(try await store.update(key("p", "s"), update, if: nil, returning: .none) == nil)
      #expect(
        try await store.update(key("p", "s"), update, if: nil, returning: .old) == item("p", "s", ["n": 2]))
      #expect(
        try await store.update(key("p", "s"), update, if: nil, returning: .new) == item("p", "s", ["n": 4]))
    },
    Claim("set, remove, add and delete work together, at any depth of maps") { store in
      try await store.put(
        item(
          "p", "s",
          [
            "gone": 1, "kept": 1, "count": 1.1, "tags": .stringSet(["a", "b"]), "last": .stringSet(["z"]),
            "m": ["in": ["x": 1, "y": 2]],
          ]))
      let update = Update(
        set: [
          "kept": .ifNotExists(9), "made": .ifNotExists(9), AttributePath("m", "in", "z"): .value("new"),
          AttributePath("m", "in", "x"): .value(7),
        ],
        remove: ["gone", "never", AttributePath("m", "in", "y")],
        add: ["count": 2.2, "fresh": 5, "sets": .numberSet([1])],
        delete: ["tags": .stringSet(["a", "q"]), "last": .stringSet(["z"]), "nothing": .stringSet(["z"])])
      let new = try await store.update(key("p", "s"), update, if: .equals("kept", 1), returning: .new)
      let expected = item(
        "p", "s",
        [
          "kept": 1, "made": 9, "count": 3.3, "fresh": 5, "sets": .numberSet([1]), "tags": .stringSet(["b"]),
          "m": ["in": ["x": 7, "z": "new"]],
        ])
      #expect(new == expected)
      #expect(try await store.get(key("p", "s")) == expected)
    },
    Claim("an update whose condition fails changes nothing and carries the item") { store in
      try await store.put(item("p", "s", ["n": 1]))
      let error = await expectError(.conditionalCheckFailed) {
        try await store.update(key("p", "s"), Update(add: ["n": 1]), if: .equals("n", 2), returning: .new)
      }
      #expect(error?.oldItem == item("p", "s", ["n": 1]))
      await expectError(.conditionalCheckFailed) {
        try await store.update(key("p", "t"), Update(add: ["n": 1]), if: .exists("pk"), returning: .new)
      }
      #expect(try await store.get(key("p", "s"))?["n"] == 1)
      #expect(try await store.get(key("p", "t")) == nil)
    },
    Claim("updates that cannot be carried out are validation errors and change nothing") { store in
      let before = item("p", "s", ["n": 1, "t": "x", "m": ["k": 1], "ss": .stringSet(["a"])])
      try await store.put(before)
      let updates = [
        Update(set: ["pk": .value("q")]), Update(remove: ["sk"]), Update(add: ["pk": 1]),
        Update(set: ["m": .value(1), AttributePath("m", "k"): .value(1)]),
        Update(set: ["n": .value(1)], remove: ["n"]),
        Update(set: [AttributePath("m", "k"): .value(1)], remove: ["m"]),
        Update(set: [AttributePath("gone", "k"): .value(1)]),
        Update(set: [AttributePath("t", "k"): .value(1)]),
        Update(set: [AttributePath("gone", "k"): .ifNotExists(1)]),
        Update(remove: [AttributePath("gone", "k")]),
        Update(add: ["t": 1]), Update(add: ["n": .stringSet(["a"])]), Update(add: ["ss": .numberSet([1])]),
        Update(add: ["n": "1"]), Update(delete: ["n": .numberSet([1])]), Update(delete: ["ss": "a"]),
        Update(delete: ["ss": .binarySet([[1]])]), Update(set: ["e": .value(.stringSet([]))]),
        Update(set: ["big": .value(.binary([UInt8](repeating: 0, count: 409_600)))]),
      ]
      for update in updates {
        await expectError(.validation) {
          try await store.update(key("p", "s"), update, if: nil, returning: .new)
        }
      }
      await expectError(.validation) {
        try await store.update(
          key("p", "t"), Update(set: [AttributePath("m", "k"): .value(1)]), if: nil, returning: .new)
      }
      #expect(try await store.get(key("p", "s")) == before)
      #expect(try await store.get(key("p", "t")) == nil)
    },
    Claim("concurrent additions all count") { store in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask {
            _ = try await store.update(key("p", "s"), Update(add: ["n": 1]), if: nil, returning: .none)
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.get(key("p", "s"))?["n"] == 50)
    },
  ]
}
