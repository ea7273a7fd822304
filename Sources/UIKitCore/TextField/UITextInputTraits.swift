// UITextInputTraits.swift
// What a text input requests of a keyboard on the screen. There is none on Linux: the values are only kept.
//
// SPDX-License-Identifier: MIT

/// The requests of a text input to the keyboard.
///
/// Without a keyboard on the screen only ``isSecureTextEntry`` has an effect. Every member is optional.
@preconcurrency @MainActor
public protocol UITextInputTraits: AnyObject {
  /// The capitalization of typed text.
  var autocapitalizationType: UITextAutocapitalizationType { get set }
  /// Whether typed text is corrected.
  var autocorrectionType: UITextAutocorrectionType { get set }
  /// Whether the spelling is checked.
  var spellCheckingType: UITextSpellCheckingType { get set }
  /// The characters that the keyboard offers.
  var keyboardType: UIKeyboardType { get set }
  /// The look of the keyboard.
  var keyboardAppearance: UIKeyboardAppearance { get set }
  /// The title of the return key.
  var returnKeyType: UIReturnKeyType { get set }
  /// Whether the return key is disabled without text.
  var enablesReturnKeyAutomatically: Bool { get set }
  /// Whether the text is hidden.
  var isSecureTextEntry: Bool { get set }
  /// The meaning of the text.
  var textContentType: UITextContentType! { get set }
}

extension UITextInputTraits {
  /// Sentences; setting does nothing.
  public var autocapitalizationType: UITextAutocapitalizationType {
    get { .sentences }
    set {}
  }
  /// The default; setting does nothing.
  public var autocorrectionType: UITextAutocorrectionType {
    get { .default }
    set {}
  }
  /// The default; setting does nothing.
  public var spellCheckingType: UITextSpellCheckingType {
    get { .default }
    set {}
  }
  /// The default; setting does nothing.
  public var keyboardType: UIKeyboardType {
    get { .default }
    set {}
  }
  /// The default; setting does nothing.
  public var keyboardAppearance: UIKeyboardAppearance {
    get { .default }
    set {}
  }
  /// The default; setting does nothing.
  public var returnKeyType: UIReturnKeyType {
    get { .default }
    set {}
  }
  /// False; setting does nothing.
  public var enablesReturnKeyAutomatically: Bool {
    get { false }
    set {}
  }
  /// False; setting does nothing.
  public var isSecureTextEntry: Bool {
    get { false }
    set {}
  }
  /// Nil; setting does nothing.
  public var textContentType: UITextContentType! {
    get { nil }
    set {}
  }
}

/// The capitalization of typed text.
public enum UITextAutocapitalizationType: Int, Sendable {
  /// None.
  case none
  /// The first letter of each word.
  case words
  /// The first letter of each sentence.
  case sentences
  /// All letters.
  case allCharacters
}

/// Whether typed text is corrected.
public enum UITextAutocorrectionType: Int, Sendable {
  /// As the system decides.
  case `default`
  /// Never.
  case no
  /// Always.
  case yes
}

/// Whether the spelling is checked.
public enum UITextSpellCheckingType: Int, Sendable {
  /// As the system decides.
  case `default`
  /// Never.
  case no
  /// Always.
  case yes
}

/// The characters that a keyboard offers.
public enum UIKeyboardType: Int, Sendable {
  /// The default of the input method.
  case `default`
  /// Characters of ASCII.
  case asciiCapable
  /// Numbers and punctuation.
  case numbersAndPunctuation
  /// For addresses of pages.
  case URL
  /// Digits.
  case numberPad
  /// Digits with letters.
  case phonePad
  /// For names and telephone numbers.
  case namePhonePad
  /// For addresses of mail.
  case emailAddress
  /// Digits with a decimal point.
  case decimalPad
  /// For short messages.
  case twitter
  /// For searches in the web.
  case webSearch
  /// Digits of ASCII.
  case asciiCapableNumberPad

  /// The old name of ``asciiCapable``.
  public static var alphabet: UIKeyboardType { .asciiCapable }
}

/// The look of a keyboard.
public enum UIKeyboardAppearance: Int, Sendable {
  /// The default of the input method.
  case `default`
  /// Dark.
  case dark
  /// Light.
  case light

  /// The old name of ``dark``.
  public static var alert: UIKeyboardAppearance { .dark }
}

/// The title of the return key.
public enum UIReturnKeyType: Int, Sendable {
  /// Return.
  case `default`
  /// Go.
  case go
  /// A search by the name of its engine.
  case google
  /// Join.
  case join
  /// Next.
  case next
  /// Route.
  case route
  /// Search.
  case search
  /// Send.
  case send
  /// A search by the name of its engine.
  case yahoo
  /// Done.
  case done
  /// Emergency call.
  case emergencyCall
  /// Continue.
  case `continue`
}

/// The meaning of an input's text, for filling it in.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a meaning by its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A whole name.
  public static let name = UITextContentType(rawValue: "name")
  /// A first name.
  public static let givenName = UITextContentType(rawValue: "given-name")
  /// A family name.
  public static let familyName = UITextContentType(rawValue: "family-name")
  /// An address of mail.
  public static let emailAddress = UITextContentType(rawValue: "email")
  /// A telephone number.
  public static let telephoneNumber = UITextContentType(rawValue: "tel")
  /// A name of a user.
  public static let username = UITextContentType(rawValue: "username")
  /// A password.
  public static let password = UITextContentType(rawValue: "password")
  /// A new password.
  public static let newPassword = UITextContentType(rawValue: "new-password")
  /// A code for one use.
  public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
  /// An address of a page.
  public static let URL = UITextContentType(rawValue: "url")
}
