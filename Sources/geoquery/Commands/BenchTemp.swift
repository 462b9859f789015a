import GeoHash
enum BenchTemp { static let spec = CommandSpec(name: "parsebench", summary: "x", operands: [OperandSpec("F","f")], options: [Options.inputFormat, Options.onError], action: { i in
  let r = try ImportReader(path: i.operand(0), format: try i.arguments.value(of: Options.inputFormat) { try InputFormat(argument: $0) }, policy: try i.arguments.value(of: Options.onError) { try ErrorPolicy(argument: $0) } ?? .stop)
  var n = 0, e = 0; var sum = 0.0; let t = ContinuousClock().now
  while let b = try await r.next(atLeast: 50000) { n += b.records.count; e += b.errors.count; for x in b.errors.prefix(20) { i.messages.say(x.description) }; for x in b.records { sum += x.coordinate?.latitude ?? 0 }; if i.arguments.has(Options.onError) == false, let first = b.records.first, n < 10 { i.messages.say("\(b.records)"); _ = first } }
  i.messages.say("\(n) records \(e) errors \(sum) \(ContinuousClock().now - t)")
}) }
