// SPDX-License-Identifier: Apache-2.0
import GeoDynamo
import GeoHash
import PostcodeAreas
import Postcodes

/// An error as the process reports it: one sentence and an exit status.
struct ErrorReport {
  let status: ExitStatus
  let message: String

  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self.init(failure.status, failure.description)
    case let error as GeometryError: self.init(.badUsage, error.description)
    case let error as InputError: self.init(.badUsage, error.description)
    case let error as AreaError: self.init(.badData, error.description)
    case let error as PostcodeError: self.init(.badUsage, error.description)
    case let error as ImportError: self.init(.badData, error.description)
    case let error as BudgetError: self.init(.failure, error.description)
    case let error as StoreError: self.init(Self.status(of: error.code), error.description)
    default: self.init(.failure, "\(error)")
    }
  }

  private init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  private static func status(of code: StoreError.Code) -> ExitStatus {
    switch code {
    case .storeNotFound, .collectionNotFound, .objectNotFound, .threadNotFound, .messageNotFound: .notFound
    case .notAStore, .newerFormat, .settingsMismatch, .validation: .badData
    default: .failure
    }
  }
}
