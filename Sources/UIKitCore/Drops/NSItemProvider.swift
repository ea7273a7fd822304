// NSItemProvider.swift
// A dropped file, and what can be read from it.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A type whose values are read from the data of an ``NSItemProvider``.
public protocol NSItemProviderReading {
  /// The identifiers of the types of data that are read, such as "public.image"; the preferred ones first.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  /// Reads a value.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - typeIdentifier: The type of the data.
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// Gives the data of a file that was dropped onto a window.
///
/// It has the half of Apple's class that reads: other programs get nothing from this one.
///
/// Source: Apple's `NSItemProvider`.
public final class NSItemProvider: NSObject, Sendable {
  /// The domain of errors.
  public static let errorDomain = "NSItemProviderErrorDomain"

  /// The codes of errors.
  public enum ErrorCode: Int, Sendable {
    /// Another reason.
    case unknownError = -1
    /// The file cannot be read, or has no data of the type.
    case itemUnavailableError = -1000
    /// The data is not what its type says.
    case unexpectedValueClassError = -1100
  }

  private let file: URL

  /// Creates a provider of a file. Nil without one.
  public init?(contentsOf fileURL: URL!) {
    guard let fileURL, fileURL.isFileURL else { return nil }
    file = fileURL
  }

  // MARK: Types

  /// The file's type, by its name, and that of its URL.
  public var registeredTypeIdentifiers: [String] {
    [FileType.identifier(of: file), FileType.url]
  }

  /// The file's name without its extension.
  public var suggestedName: String? { file.deletingPathExtension().lastPathComponent }

  /// Whether there is data of a type, or of one that conforms to it.
  public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    registered(typeIdentifier) != nil
  }

  /// Whether there is data of which the type is read.
  public func canLoadObject(ofClass type: any NSItemProviderReading.Type) -> Bool {
    type.readableTypeIdentifiersForItemProvider.contains(where: hasItemConformingToTypeIdentifier)
  }

  private func registered(_ typeIdentifier: String) -> String? {
    registeredTypeIdentifiers.first { FileType.conforms($0, to: typeIdentifier) }
  }

  // MARK: Reading

  /// Reads data of a type.
  ///
  /// - Parameters:
  ///   - typeIdentifier: The type's identifier, such as "public.text".
  ///   - completionHandler: Called on another thread, with the data or an error.
  /// - Returns: The progress of the reading.
  @discardableResult
  public func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    load(completionHandler) { try self.data(of: typeIdentifier).data }
  }

  /// Gives a file with data of a type: the dropped one, which is no copy as on iOS.
  ///
  /// - Parameters:
  ///   - typeIdentifier: The type's identifier, such as "public.image".
  ///   - completionHandler: Called on another thread, with the file's URL or an error.
  /// - Returns: The progress of the reading.
  @discardableResult
  public func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    load(completionHandler) {
      guard let found = self.registered(typeIdentifier), found != FileType.url else {
        throw Self.error(.itemUnavailableError, "There is no file of the type \(typeIdentifier).")
      }
      return self.file
    }
  }

  /// Reads a value, such as a `URL`, a `String` or a `UIImage`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - completionHandler: Called on another thread, with the value or an error.
  /// - Returns: The progress of the reading.
  @discardableResult
  public func loadObject<Value: NSItemProviderReading & Sendable>(
    ofClass type: Value.Type,
    completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void
  ) -> Progress {
    load(completionHandler) {
      let wanted = type.readableTypeIdentifiersForItemProvider
      guard let identifier = wanted.first(where: self.hasItemConformingToTypeIdentifier) else {
        throw Self.error(.itemUnavailableError, "The file is no \(type).")
      }
      let found = try self.data(of: identifier)
      return try type.object(withItemProviderData: found.data, typeIdentifier: found.type)
    }
  }

  private func data(of typeIdentifier: String) throws -> (data: Data, type: String) {
    guard let found = registered(typeIdentifier) else {
      throw Self.error(.itemUnavailableError, "There is no data of the type \(typeIdentifier).")
    }
    if found == FileType.url { return (file.dataRepresentation, found) }
    return (try Data(contentsOf: file), found)
  }

  private func load<Value: Sendable>(
    _ completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ read: @escaping @Sendable () throws -> Value
  ) -> Progress {
    let progress = Progress(totalUnitCount: 1)
    DispatchQueue.global().async {
      let result = Result(catching: read)
      progress.completedUnitCount = 1
      switch result {
      case .success(let value): completionHandler(value, nil)
      case .failure(let error): completionHandler(nil, error)
      }
    }
    return progress
  }

  fileprivate static func error(_ code: ErrorCode, _ words: String) -> NSError {
    NSError(
      domain: errorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: words])
  }
}

// MARK: Values

extension String: NSItemProviderReading {
  /// Text.
  public static var readableTypeIdentifiersForItemProvider: [String] { [FileType.text] }
  /// Reads text in UTF-8.
  public static func object(
    withItemProviderData data: Data, typeIdentifier: String
  ) throws -> String {
    guard let text = String(data: data, encoding: .utf8) else {
      throw NSItemProvider.error(.unexpectedValueClassError, "The text is not in UTF-8.")
    }
    return text
  }
}

extension URL: NSItemProviderReading {
  /// The URL of a file, and others.
  public static var readableTypeIdentifiersForItemProvider: [String] { ["public.url"] }
  /// Reads a URL.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> URL {
    guard let url = URL(dataRepresentation: data, relativeTo: nil) else {
      throw NSItemProvider.error(.unexpectedValueClassError, "The data is no URL.")
    }
    return url
  }
}

extension UIImage: NSItemProviderReading {
  /// Images.
  public static var readableTypeIdentifiersForItemProvider: [String] { [FileType.image] }
  /// Reads an image of a format that `UIImage(data:)` has.
  public static func object(
    withItemProviderData data: Data, typeIdentifier: String
  ) throws -> Self {
    guard let image = UIImage(data: data) as? Self else {
      throw NSItemProvider.error(
        .unexpectedValueClassError, "The data is no image of a known format.")
    }
    return image
  }
}

/// The identifiers of types of files.
private enum FileType {
  static let url = "public.file-url"
  static let text = "public.text"
  static let image = "public.image"
  private static let data = "public.data"
  private static let folder = "public.folder"

  /// Types by the extensions of names; those that are not listed are data.
  private static let identifiers = [
    "txt": "public.plain-text", "md": "net.daringfireball.markdown",
    "csv": "public.comma-separated-values-text",
    "json": "public.json", "xml": "public.xml", "html": "public.html",
    "swift": "public.swift-source",
    "png": "public.png", "jpg": "public.jpeg", "jpeg": "public.jpeg", "gif": "com.compuserve.gif",
    "webp": "org.webmproject.webp", "pdf": "com.adobe.pdf",
  ]

  /// What a type is a kind of; data where nothing is listed.
  private static let kinds = [
    "public.plain-text": text, "net.daringfireball.markdown": text,
    "public.comma-separated-values-text": text, "public.json": text, "public.xml": text,
    "public.html": text, "public.swift-source": text, "public.png": image, "public.jpeg": image,
    "com.compuserve.gif": image, "org.webmproject.webp": image, url: "public.url",
    folder: "public.directory", "public.directory": "public.item", data: "public.item",
  ]

  static func identifier(of file: URL) -> String {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue
    {
      return folder
    }
    return identifiers[file.pathExtension.lowercased()] ?? data
  }

  static func conforms(_ type: String, to wanted: String) -> Bool {
    var current = type
    while current != wanted {
      if current == "public.item" { return false }
      current = kinds[current] ?? data
    }
    return true
  }
}
