// RenderServer.swift
// Stage: animate → present, on a thread of its own: a window's frames go on while the main thread is busy.
// HostedWindow decides whether a window has one. See the article OneFrame.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// Draws the frames of one window on its own thread, from commits that the main thread sends.
///
/// The server hands over: commits, requests and reports between two threads. What a frame waits for, and when it is drawn,
/// is in ``ServerPart``.
///
/// The server has a copy of the render tree, the sampler, the painter and the screen. Neither thread waits for
/// the other, with one exception: in a frame to which the main thread contributes (a custom property animates,
/// or a display link runs) the server waits for that contribution until the last moment at which it can still
/// reach the refresh.
///
/// A short frame is drawn by the main thread, while the server's sleeps: what one core has written is not read by
/// another.
package final class RenderServer: Sendable {
  /// What the main thread sends with each commit.
  package struct Commit: Sendable {
    /// The changes of the tree.
    package var update = RenderTreeUpdate()
    /// Whether the update describes another tree than the one before.
    package var isNewTree = false
    /// The target lost its contents.
    package var needsRedraw = false
    package var isVisible = true
    package var background = CGColor.black
    /// When animations next need a frame, as known at this commit.
    package var activity = LayerContext.Activity.idle(until: .infinity)
    /// The media time from which frames need the main thread's part: in the past for always.
    package var mainPartFrom = TimeInterval.infinity
    /// Whether user code draws for frames, so that its drawing may be behind.
    package var drawsForFrames = false
    /// The main thread is woken after the first frame at or after this media time; always in the past where observers
    /// follow each frame.
    package var reportAt = TimeInterval.infinity
    /// Whether observers follow each frame, so that frames in which only particles move need the main thread's part.
    package var isObserved: Bool { reportAt == -.infinity }
    /// The request that the commit answers. 0 for none.
    package var answer = 0
    /// The fields of the main thread's part. Nil for a commit that has none, as only its other fields changed.
    package var record: FrameRecord?

    package init() {}
  }

  /// A request for the main thread's part of a frame.
  package struct Request: Sendable {
    package var id: Int
    /// The frame's one time. Where the frame waits for no refresh, the earliest.
    package var time: TimeInterval
    package var period: TimeInterval
    package var isPaced: Bool

    /// The frame's time, as chosen after the main thread's commit: what begins in the commit has begun in the frame.
    var timeAfterCommit: TimeInterval { isPaced ? time : max(time, MediaClock.now) }
  }

  /// What the main thread receives.
  package struct Report: Sendable {
    /// The frames that were shown since the last report, oldest first.
    package var records: [FrameRecord] = []
    /// The time of the last frame.
    package var lastTime = -TimeInterval.infinity
    /// The frame that waits for the main thread.
    package var request: Request?
    /// Whether a commit may be sent now; the main thread is woken once one may.
    package var maySend = true
    /// Why frames can no longer be shown.
    package var failure: (any Error)?
    /// The memory of the last update, with the nodes that it replaced. Nil while the main thread has it.
    ///
    /// What the tree showed before comes back to the main thread, which made it and may reuse its memory. The server's
    /// thread releases it only where the main thread does not take it.
    package var spare: RenderTreeUpdate?
    fileprivate var answered = 0
  }

  /// How far the main thread is with what the server requests.
  private enum Exchange {
    /// No answer is under way: there is no request, or one that the main thread has not answered.
    case open
    /// A request was answered, and its frame is not begun yet. The next request is about to be made, and a commit that is
    /// sent before it would wait for a whole frame, and keep its answer from being sent.
    case answered
    /// The frame is being drawn. The main thread may send what is no answer; the next request wakes it, or that none comes.
    case drawing
  }

  private struct State {
    /// What was sent, and is not taken yet.
    var commit: Commit?
    var report = Report()
    var exchange = Exchange.open
    /// Whether the main thread is to be woken once it may send.
    var isMainWaiting = false
    var isOver = false
    /// What goes wrong with the next frames on purpose.
    var faults = FrameFaults()
    /// Whether the main thread is blocked on purpose, before its next commit.
    var isMainThreadBlocked = false

    /// Whether the main thread may send a commit.
    var maySend: Bool { commit == nil && exchange != .answered }

    /// Returns whether the main thread waits to send a commit, and now can.
    mutating func takesWake() -> Bool {
      guard isMainWaiting, maySend else { return false }
      isMainWaiting = false
      return true
    }
  }

  private let state = Locked(State())
  private let wakeServer = DispatchSemaphore(value: 0)
  /// Nil until it is started.
  private let thread = Locked<JoinableThread?>(nil)
  private let work: any ServerWork
  private let wakeMain: @Sendable () -> Void
  /// The number of records that are stored; beyond it, the oldest are dropped.
  private static let mostRecords = 256

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - screen: Used by the server alone from now on: by its thread, or by any, one at a time; see
  ///     ``PacedScreen/isBoundToThread``.
  ///   - willEnd: Runs on the thread before it ends, such as to release a graphics context.
  ///   - wakeMain: Makes the main thread call ``takeReport()`` soon. Called on any thread.
  package init<Target: PacedScreen>(
    screen: sending Target, willEnd: @escaping @Sendable () -> Void = {},
    wakeMain: @escaping @Sendable () -> Void
  ) {
    self.wakeMain = wakeMain
    work = ThreadWork(screen, willEnd: willEnd)
    let thread = JoinableThread(name: "Lamella render", stackSize: 8 << 20) { [self] in
      work.run(for: self)
    }
    self.thread.withLock { $0 = thread }
  }

  // MARK: The main thread's side

  /// Sends a commit, and draws its frame where that is short.
  ///
  /// - Precondition: The one before has been taken; see ``Report/maySend``.
  package func send(_ commit: consuming Commit) {
    let (count, answer) = (commit.update.count, commit.answer)
    // Moved, as what had another reference would be copied where it is applied.
    var sent: Commit? = consume commit
    state.withLock {
      trap(unless: $0.commit == nil, "a commit was sent before the server took the last one")
      swap(&$0.commit, &sent)
      $0.isMainThreadBlocked = false
      $0.report.answered = max($0.report.answered, answer)
      // After a late answer the next request is there already, and is answered as soon as this commit is taken.
      if answer > 0, answer == $0.report.request?.id { $0.exchange = .answered }
    }
    if work.runHere(for: self, changing: count) { wakeServer.signal() }
  }

  /// Returns what happened since the last call.
  package func takeReport() -> Report {
    state.withLock {
      var report = $0.report
      report.maySend = $0.maySend
      $0.report.records.removeAll()
      $0.report.spare = nil
      if !report.maySend { $0.isMainWaiting = true }
      return report
    }
  }

  /// Whether a frame was shown since the last report, or one waits for the main thread that can be answered.
  package var hasReport: Bool {
    state.withLock {
      if !$0.report.records.isEmpty { return true }
      guard let request = $0.report.request, $0.maySend else { return false }
      return request.id > $0.report.answered
    }
  }

  /// Whether the main thread is about to be woken, for the next request or where none comes. Until then nothing that it
  /// sends is shown any earlier than with its next answer.
  package var isRequestAwaited: Bool { state.withLock { $0.exchange != .open } }

  /// Makes things go wrong with the next frames.
  package func inject(_ faults: FrameFaults) { state.withLock { $0.faults.add(faults) } }

  /// Notes that the main thread is about to be blocked on purpose, up to the commit that it then sends: what is late
  /// until then is late on purpose.
  package func mainThreadWillBlock() { state.withLock { $0.isMainThreadBlocked = true } }

  /// Ends the thread after its current frame, and waits until it is gone.
  package func stop() {
    let wasOver = state.withLock {
      let wasOver = $0.isOver
      $0.isOver = true
      return wasOver
    }
    if wasOver { return }
    wakeServer.signal()
    thread.withLock { $0 }?.join()
  }

  // MARK: The server's side

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Takes the pending commit.
  ///
  /// - Parameter early: A request whose answer is not taken yet, as it is for a later frame. Nil for none.
  func takeCommit(butAnswerTo early: Int?) -> Commit? {
    let (commit, wakes) = state.withLock { state -> (Commit?, Bool) in
      if let early, state.commit?.answer == early { return (nil, false) }
      let commit = state.commit.take()
      return (commit, state.takesWake())
    }
    if wakes { wakeMain() }
    return commit
  }

  /// Lets the main thread send what does not answer a request.
  ///
  /// - Parameter isLast: Whether no request follows, so that a main thread that awaits one is woken.
  func releaseAnswer(isLast: Bool) {
    let wakes = state.withLock { state in
      let isAwaited = state.exchange != .open
      if isAwaited { state.exchange = isLast ? .open : .drawing }
      return state.takesWake() || (isLast && isAwaited)
    }
    if wakes { wakeMain() }
  }

  /// Whether something goes wrong with the next frames on purpose.
  var hasFaults: Bool { state.withLock { !$0.faults.isEmpty } }

  func takeFaults() -> FrameFaults.Frame {
    state.withLock {
      var faults = $0.faults.takeFrame()
      if $0.isMainThreadBlocked { faults.isFaulty = true }
      return faults
    }
  }

  /// Returns the memory of an update, with the nodes that it replaced.
  func giveBack(_ update: consuming RenderTreeUpdate) {
    var spare: RenderTreeUpdate? = update
    // One that the main thread has not taken is released here, not under the lock.
    state.withLock { swap(&$0.report.spare, &spare) }
  }

  /// Releases what the last update replaced, and its memory, unless the main thread has taken it: it may make no commit
  /// for long.
  func dropSpare() {
    // What is released may run code, which is not run under the lock.
    var spare: RenderTreeUpdate?
    state.withLock { swap(&$0.report.spare, &spare) }
  }

  /// Whether the main thread has not taken what the last update replaced.
  var hasSpare: Bool { state.withLock { $0.report.spare != nil } }

  /// Requests the main thread's part of a frame. Replaces an unanswered request.
  func request(_ request: Request) {
    state.withLock {
      ($0.report.request, $0.exchange) = (request, .open)
      // It is woken once.
      _ = $0.takesWake()
    }
    wakeMain()
  }

  /// Sleeps until something is sent, or until a media time.
  fileprivate func sleep(until time: TimeInterval) {
    if time == .infinity { return wakeServer.wait() }
    let rest = time - MediaClock.now
    guard rest > 0 else { return }
    _ = wakeServer.wait(timeout: .now() + .nanoseconds(Int(min(rest, 3600) * 1e9)))
  }

  /// Reports a frame that was shown.
  func finish(_ record: FrameRecord, wakesMain: Bool) {
    state.withLock {
      if $0.report.records.count >= Self.mostRecords { $0.report.records.removeFirst(64) }
      $0.report.records.append(record)
      $0.report.lastTime = record.time
    }
    if wakesMain { wakeMain() }
  }

  func fail(_ error: any Error) {
    state.withLock { $0.report.failure = error }
    wakeMain()
  }
}

/// The server's part of frames, whatever its screen, and the two threads that run it.
private protocol ServerWork: Sendable {
  /// Runs it on the server's thread, until the server is over.
  func run(for server: RenderServer)
  /// Runs it on the main thread, if the server's sleeps and the frame is short; returns whether that has to be woken.
  ///
  /// - Parameter count: The number of nodes that the last commit changes.
  func runHere(for server: RenderServer, changing count: Int) -> Bool
}

private final class ThreadWork<Target: PacedScreen>: ServerWork, @unchecked Sendable {
  /// Held by the server's thread except while it sleeps. The main thread takes it only if it is free.
  private let lock = NSLock()
  // Used under the lock.
  private var part: ServerPart<Target>?
  private var sleepsUntil = TimeInterval.infinity
  // Used by the server's thread.
  private var screen: Target?
  private var willEnd: (() -> Void)?

  init(_ screen: sending Target, willEnd: @escaping @Sendable () -> Void) {
    (self.screen, self.willEnd) = (screen, willEnd)
  }

  /// Releases everything before the thread ends, as windows are closed on the main thread.
  func run(for server: RenderServer) {
    lock.lock()
    part = screen.map { ServerPart(server: server, screen: $0) }
    while !server.isOver, let part {
      do {
        sleepsUntil = try part.run(isMainThread: false)
      } catch {
        fail(error, server)
        break
      }
      lock.unlock()
      server.sleep(until: sleepsUntil)
      lock.lock()
    }
    part = nil
    lock.unlock()
    // Its textures need the context that ends with the thread.
    screen = nil
    willEnd?()
    willEnd = nil
  }

  func runHere(for server: RenderServer, changing count: Int) -> Bool {
    guard lock.try() else { return true }
    defer { lock.unlock() }
    guard let part, part.isShort(changing: count) else { return true }
    do {
      return try part.run(isMainThread: true) < sleepsUntil
    } catch {
      fail(error, server)
      return true
    }
  }

  /// Ends the thread, which is woken.
  private func fail(_ error: any Error, _ server: RenderServer) {
    part = nil
    server.fail(error)
  }
}
