// SPDX-License-Identifier: Apache-2.0
internal import GeoDynamo

/// An error as the service told it. It stands beneath a `StoreError`.
public struct AWSError: Error, Sendable, CustomStringConvertible {
  /// The service's code without the prefix that some of its answers have: `ResourceNotFoundException`.
  public let code: String
  /// The service's message.
  public let message: String
  /// What AWS's support asks for; empty where the answer has none.
  public let requestID: String
  /// The HTTP status.
  public let status: Int
  /// For a cancelled transaction: the code of each write's reason, in order; `None` where there is none.
  public let reasons: [String]
  /// The item that a failed condition was held against.
  let item: Item?

  /// Code, message and request id.
  public var description: String {
    "\(code): \(message)" + (requestID.isEmpty ? "" : " (request \(requestID))")
  }

  /// Reads an answer that is not of status 200.
  init(_ response: HTTPResponse) {
    status = response.status
    requestID = response.headers["x-amzn-requestid"] ?? ""
    let content = try? JSONElement.reading(response.body) { root -> Content? in
      guard let type = root["__type"]?.string else { return nil }
      return Content(
        code: type.split(separator: "#").last.map(String.init) ?? type,
        message: root["message"]?.string ?? root["Message"]?.string ?? "",
        reasons: root["CancellationReasons"]?.elements.map { $0["Code"]?.string ?? "None" } ?? [],
        item: try (root["Item"] ?? root["CancellationReasons"]?.elements.lazy.compactMap { $0["Item"] }.first)
          .map(ItemJSON.item(in:)))
    }
    // Where none is told, as in a proxy's page, the status is all there is.
    let known =
      content ?? nil ?? Self.content(ofXML: response.body)
      ?? Content(
        code: "HTTP \(response.status)", message: "the answer is not one of DynamoDB's", reasons: [],
        item: nil)
    code = known.code
    message = known.message
    item = known.item
    // Some endpoints give the reasons in the message only: "… specific reasons [None, ConditionalCheckFailed]".
    reasons =
      known.reasons.isEmpty && known.code == "TransactionCanceledException"
      ? Self.reasons(inMessage: known.message) : known.reasons
  }

  private struct Content {
    var code: String
    var message: String
    var reasons: [String]
    var item: Item?
  }

  /// AWS's other form of an error, with which a signature may be refused before DynamoDB sees the request:
  /// `<Error><Code>…</Code><Message>…</Message></Error>`.
  private static func content(ofXML body: [UInt8]) -> Content? {
    let text = String(decoding: body.prefix(4_096), as: UTF8.self)
    func value(_ name: String) -> String? {
      guard let start = text.firstRange(of: "<\(name)>")?.upperBound,
        let end = text[start...].firstRange(of: "</\(name)>")?.lowerBound
      else { return nil }
      return String(text[start..<end])
    }
    guard text.contains("<Error>"), let code = value("Code") else { return nil }
    return Content(code: code, message: value("Message") ?? "", reasons: [])
  }

  private static func reasons(inMessage message: String) -> [String] {
    guard let open = message.lastIndex(of: "["), let close = message.lastIndex(of: "]"), open < close else {
      return []
    }
    return message[message.index(after: open)..<close].split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
  }
}
