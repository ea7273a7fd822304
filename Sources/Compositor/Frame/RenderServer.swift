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
/// The server has a copy of the render tree, the sampler, the painter and the screen. Neither thread waits for
/// the other, with one exception: in a frame to which the main thread contributes (a custom property animates,
/// or a display link runs) the server waits for that contribution until the last moment at which it can still
/// reach the refresh.
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
    /// The frame's one time.
    package var time: TimeInterval
    package var period: TimeInterval
  }

  /// What the main thread receives.
  package struct Report: Sendable {
    /// The frames that were shown since the last report, oldest first.
    package var records: [FrameRecord] = []
    /// The time of the last frame.
    package var lastTime = -TimeInterval.infinity
    /// The frame that waits for the main thread.
    package var request: Request?
    /// Whether the last commit has been taken.
    package var isCommitTaken = true
    /// Why frames can no longer be shown.
    package var failure: (any Error)?
    /// The memory of the update that was applied last, with what it replaced. Nil where it is on its way.
    ///
    /// What the tree showed before comes back to the main thread, which made it and may reuse its memory. The server's
    /// thread releases it only where the main thread does not take it.
    package var spare: RenderTreeUpdate?
    fileprivate var answered = 0
  }

  private struct State {
    var commit: Commit?
    var report = Report()
    /// Whether the main thread waits until its commit is taken.
    var wakesWhenTaken = false
    /// Whether a request was answered, and its frame is not drawn yet. The next request is about to be made, and a
    /// commit that is sent before it would wait for a whole frame, and keep its answer from being sent.
    var isAnswerHeld = false
    /// Whether the main thread has answered all requests, and is woken by the next one or where none comes.
    var isRequestAwaited = false
    var isOver = false
    /// What goes wrong with the next frames on purpose.
    var faults = FrameFaults()
    /// Whether the main thread is blocked on purpose, before its next commit.
    var isMainThreadBlocked = false

    /// Returns whether the main thread waits to send a commit, and now can.
    mutating func takesWake() -> Bool {
      guard wakesWhenTaken, report.isCommitTaken, !isAnswerHeld else { return false }
      wakesWhenTaken = false
      return true
    }
  }

  private let state = Locked(State())
  private let wakeServer = DispatchSemaphore(value: 0)
  /// Nil until it is started.
  private let thread = Locked<JoinableThread?>(nil)
  private let wakeMain: @Sendable () -> Void
  /// The number of records that are stored; beyond it, the oldest are dropped.
  private static let mostRecords = 256

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - screen: Used by the server's thread alone from now on.
  ///   - willEnd: Runs on the thread before it ends, such as to release a graphics context.
  ///   - wakeMain: Makes the main thread call ``takeReport()`` soon. Called on the server's thread.
  package init<Target: PacedScreen>(
    screen: sending Target, willEnd: @escaping @Sendable () -> Void = {},
    wakeMain: @escaping @Sendable () -> Void
  ) {
    self.wakeMain = wakeMain
    let work: any ServerWork = ThreadWork(screen, willEnd: willEnd)
    let thread = JoinableThread(name: "Lamella render", stackSize: 8 << 20) { [self] in
      work.run(for: self)
    }
    self.thread.withLock { $0 = thread }
  }

  // MARK: The main thread's side

  /// Sends a commit.
  ///
  /// - Precondition: The one before has been taken; see ``Report/isCommitTaken``.
  package func send(_ commit: consuming Commit) {
    state.withLock {
      trap(unless: $0.commit == nil, "a commit was sent before the server took the last one")
      $0.commit = commit
      $0.isMainThreadBlocked = false
      $0.report.isCommitTaken = false
      $0.report.answered = max($0.report.answered, commit.answer)
      if commit.answer > 0 {
        $0.isAnswerHeld = true
        $0.isRequestAwaited = commit.answer == $0.report.request?.id
      }
    }
    wakeServer.signal()
  }

  /// Returns what happened since the last call.
  package func takeReport() -> Report {
    state.withLock {
      var report = $0.report
      if $0.isAnswerHeld { report.isCommitTaken = false }
      $0.report.records.removeAll()
      $0.report.spare = nil
      if !report.isCommitTaken { $0.wakesWhenTaken = true }
      return report
    }
  }

  /// Whether the main thread is about to be woken, for the next request or where none comes. Until then nothing that it
  /// sends is shown any earlier than with its next answer.
  package var isRequestAwaited: Bool { state.withLock { $0.isRequestAwaited } }

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

  fileprivate var isOver: Bool { state.withLock { $0.isOver } }

  /// Takes the pending commit.
  ///
  /// - Parameter early: A request whose answer is not taken yet, as it is for a later frame. Nil for none.
  fileprivate func takeCommit(butAnswerTo early: Int?) -> Commit? {
    let (commit, wakes) = state.withLock { state -> (Commit?, Bool) in
      if let early, state.commit?.answer == early { return (nil, false) }
      let commit = state.commit.take()
      state.report.isCommitTaken = true
      return (commit, state.takesWake())
    }
    if wakes { wakeMain() }
    return commit
  }

  /// Lets the main thread send what does not answer a request.
  ///
  /// - Parameter isLast: Whether no request follows, so that a main thread that awaits one is woken.
  fileprivate func releaseAnswer(isLast: Bool) {
    let wakes = state.withLock { state in
      state.isAnswerHeld = false
      let wakes = state.takesWake()
      guard isLast, state.isRequestAwaited else { return wakes }
      state.isRequestAwaited = false
      return true
    }
    if wakes { wakeMain() }
  }

  fileprivate func takeFaults() -> FrameFaults.Frame {
    state.withLock {
      var faults = $0.faults.takeFrame()
      if $0.isMainThreadBlocked { faults.isFaulty = true }
      return faults
    }
  }

  /// Gives the memory of an update back, with what it replaced.
  fileprivate func giveBack(_ update: consuming RenderTreeUpdate) {
    var spare: RenderTreeUpdate? = update
    // One that the main thread has not taken is released here, not under the lock.
    state.withLock { swap(&$0.report.spare, &spare) }
  }

  /// Releases what the last update replaced, and its memory, unless the main thread has taken it: it may make no commit
  /// for long.
  fileprivate func dropSpare() {
    // What is released may run code, which is not run under the lock.
    var spare: RenderTreeUpdate?
    state.withLock { swap(&$0.report.spare, &spare) }
  }

  /// Whether the main thread has not taken what the last update replaced.
  fileprivate var hasSpare: Bool { state.withLock { $0.report.spare != nil } }

  /// Requests the main thread's part of a frame, in place of a request that it has not answered.
  fileprivate func request(_ request: Request) {
    state.withLock {
      ($0.report.request, $0.isAnswerHeld, $0.isRequestAwaited) = (request, false, false)
      // It is woken once.
      _ = $0.takesWake()
    }
    wakeMain()
  }

  fileprivate func isAnswered(_ id: Int) -> Bool { state.withLock { $0.report.answered >= id } }

  /// Sleeps until something is sent, or until a media time; returns false when the time has passed.
  fileprivate func sleep(until time: TimeInterval) -> Bool {
    releaseAnswer(isLast: true)
    if time == .infinity {
      wakeServer.wait()
      return true
    }
    let rest = time - MediaClock.now
    guard rest > 0 else { return false }
    return wakeServer.wait(timeout: .now() + .nanoseconds(Int(min(rest, 3600) * 1e9))) == .success
  }

  /// Reports a frame that was shown.
  fileprivate func finish(_ record: FrameRecord, wakesMain: Bool) {
    state.withLock {
      if $0.report.records.count >= Self.mostRecords { $0.report.records.removeFirst(64) }
      $0.report.records.append(record)
      $0.report.lastTime = record.time
    }
    if wakesMain { wakeMain() }
  }

  fileprivate func fail(_ error: any Error) {
    state.withLock { $0.report.failure = error }
    wakeMain()
  }
}

/// The work of a server's thread, whatever its screen.
private protocol ServerWork: Sendable {
  func run(for server: RenderServer)
}

/// What the thread uses. Everything is released before the thread reports its end, as windows are closed on the
/// main thread.
private final class ThreadWork<Target: PacedScreen>: ServerWork, @unchecked Sendable {
  // Used by the thread alone.
  private var screen: Target?
  private var willEnd: (() -> Void)?

  init(_ screen: sending Target, willEnd: @escaping @Sendable () -> Void) {
    (self.screen, self.willEnd) = (screen, willEnd)
  }

  func run(for server: RenderServer) {
    if let screen { ServerThread(server: server, screen: screen).run() }
    willEnd?()
    (screen, willEnd) = (nil, nil)
  }
}

/// The server's thread.
private final class ServerThread<Target: PacedScreen> {
  private let server: RenderServer
  private let screen: Target
  private var tree = RenderTree()
  private var changes = RenderTreeChanges()
  private var renderer = FrameRenderer()
  private var frames = 0
  /// The commit that was applied last, without its update.
  private var commit = RenderServer.Commit()
  /// The fields of the main thread's part of the next frame.
  private var mainPart: FrameRecord?
  /// The number of attached animations, as of the last part.
  private var animations = 0
  /// The request that was made last.
  private var request = RenderServer.Request(id: 0, time: -.infinity, period: 0)
  /// The time of the next frame, as far as known.
  private var nextTime = -TimeInterval.infinity
  /// The time at which the main thread last drew for a frame.
  private var joinedTime = -TimeInterval.infinity
  private var wasUnseen = false
  /// Whether something moved in the last frame, so that the next one was due one refresh later.
  private var wasAnimating = false
  /// What the last update replaced, until a frame shows what took its place, or none is needed: until then the sampler
  /// and the list of draws refer to it. Nil where it was given back.
  private var replaced: RenderTreeUpdate?
  /// Frames since the last update was given back, and the most in which the main thread may take it.
  private var keptFrames = 0
  private static var mostKept: Int { 8 }
  /// Seconds of this thread's work on a frame, and of the main thread's: a maximum that decays slowly, so that one
  /// quick frame does not make the next one late.
  private var (drawing, answering) = (0.004, 0.001)

  /// Seconds that a frame is ready before its refresh, for the uncertainty of waking up.
  private let margin = 0.0015

  init(server: RenderServer, screen: Target) {
    (self.server, self.screen) = (server, screen)
  }

  func run() {
    while !server.isOver {
      takeCommit()
      if isRequestAhead, tree.root < 0 || !commit.isVisible || !needsFrame(at: MediaClock.now) {
        // No frame is drawn before the requested one: its answer is taken now.
        request.time = -.infinity
        takeCommit()
      }
      if tree.root < 0 {
        // Nothing was committed yet; an empty frame would flash, and delay the first.
        _ = server.sleep(until: .infinity)
      } else if !commit.isVisible {
        wasUnseen = true
        rest(until: .infinity)
      } else if needsFrame(at: MediaClock.now) {
        do {
          try runFrame()
        } catch {
          server.fail(error)
          return
        }
        screen.isContinuous = true
      } else if case .idle(let until) = commit.activity {
        rest(until: until)
      }
    }
  }

  /// Shows no frames until something is sent, or until a media time, and keeps nothing that was replaced.
  private func rest(until time: TimeInterval) {
    (screen.isContinuous, wasAnimating) = (false, false)
    giveBackReplaced()
    // A program that changes something in each frame takes it with its next commit, and reuses its memory.
    let patience = MediaClock.now + longestKept
    if patience < time, server.hasSpare {
      if server.sleep(until: patience) { return }
      server.dropSpare()
    }
    _ = server.sleep(until: time)
  }

  /// Seconds of rest in which the main thread may take what was replaced.
  private let longestKept = 0.1

  private func needsFrame(at time: TimeInterval) -> Bool {
    renderer.needsFrame(of: tree) || renderer.isMoving || isAnimating(at: time)
  }

  private func isAnimating(at time: TimeInterval) -> Bool {
    switch commit.activity {
    case .animating: true
    case .idle(let until): until <= time
    }
  }

  // MARK: Commits

  /// Applies the pending commit.
  private func takeCommit() {
    let early = isRequestAhead ? request.id : nil
    guard var new = server.takeCommit(butAnswerTo: early) else { return }
    if new.isNewTree {
      tree = RenderTree()
      renderer = FrameRenderer()
      changes.removeAll()
    }
    tree.apply(&new.update, changes: &changes)
    renderer.background = new.background
    if new.needsRedraw { renderer.setNeedsRedraw() }
    // With two updates before a frame, the first one's memory goes back before that frame: what the sampler still
    // refers to is not unique, and so not reused.
    giveBackReplaced()
    var update = RenderTreeUpdate()
    swap(&update, &new.update)
    replaced = update
    // Until the first part for a frame, layers show what they drew in the commit. While none was needed, none of them
    // moved.
    let now = MediaClock.now
    if new.drawsForFrames && (joinedTime == -.infinity || commit.mainPartFrom > now) {
      joinedTime = now
    }
    if var part = new.record {
      if new.answer > 0 {
        joinedTime = part.drawn
        answering = max(part.work, answering * 0.9)
      }
      if let mainPart { part.addMainPart(mainPart) }
      mainPart = part
      animations = part.animations
    }
    commit = new
  }

  /// Whether the last request is for the frame after the next one.
  private var isRequestAhead: Bool {
    let ahead = request.time - nextTime
    return ahead > request.period * 0.5 && ahead < request.period * 1.5
  }

  // MARK: Frames

  private func runFrame() throws(Target.Failure) {
    let chosen = MediaClock.now
    let faults = server.takeFaults()
    let time = chooseTime() + faults.shift
    defer { nextTime = time - faults.shift + screen.period }
    let waited = MediaClock.now - chosen
    var record = mainPart ?? FrameRecord()
    if mainPart == nil { record.begin = MediaClock.now }
    record.animations = animations
    mainPart = nil
    frames += 1
    (record.index, record.time, record.isServed) = (frames, time, true)
    let began = MediaClock.now
    renderer.sample(tree, changes, at: time)
    changes.removeAll()
    let animated = MediaClock.now
    record[.animate] += animated - began
    record.isVisible = !wasUnseen
    wasUnseen = false
    if faults.isFaulty { record.isInjected = true }
    if faults.drawing > 0 { MediaClock.block(for: faults.drawing) }
    renderer.measuresMotion = commit.drawsForFrames && needsMainPart(at: time)
    if renderer.measuresMotion { record.skew = max(0, time - faults.shift - joinedTime) }
    record.canvas = try renderer.draw(tree, on: screen)
    record.measureSkew(by: renderer)
    let drawn = MediaClock.now
    record[.render] = drawn - animated
    drawing = max(drawn - began, drawing * 0.9)
    if faults.isWithheld { FrameFaults.Frame.withhold(until: time) }
    record.display = try screen.present()
    renderer.didPresent()
    record[.present] = max(0, MediaClock.now - drawn) + waited
    (record.period, record.source) = (screen.period, screen.source)
    record.hasParticles = renderer.isMoving
    record.isAnimating =
      renderer.isMoving || isAnimating(at: time)
      || commit.mainPartFrom < time + record.period * 1.5
    wasAnimating = record.isAnimating
    record.log(damage: renderer.damageDescription)
    giveBackReplaced()
    countKept()
    // The next request wakes the main thread anyway.
    let isNextRequested = record.isAnimating && needsMainPart(at: time + record.period)
    server.finish(record, wakesMain: commit.reportAt <= time && !isNextRequested)
  }

  /// Gives back what the last update replaced. The lock of the server orders its release here before its use there.
  private func giveBackReplaced() {
    guard let update = replaced.take() else { return }
    server.giveBack(update)
    keptFrames = 0
  }

  /// Releases what the last update replaced once the main thread leaves it for long: nothing wakes it while it has
  /// nothing to commit.
  private func countKept() {
    keptFrames += 1
    if keptFrames == Self.mostKept { server.dropSpare() }
  }

  /// Whether the main thread contributes to a frame.
  private func needsMainPart(at time: TimeInterval) -> Bool {
    commit.mainPartFrom <= time + screen.period / 2 || (commit.isObserved && renderer.isMoving)
  }

  /// Chooses the frame's time. Waits for the main thread's part of the frame, where there is one, until the
  /// last moment at which the frame can still be drawn in time.
  private func chooseTime() -> TimeInterval {
    let (predicted, period) = (firstReach(), screen.period)
    nextTime = predicted
    guard needsMainPart(at: predicted) else {
      server.releaseAnswer(isLast: true)
      return predicted
    }
    // The main thread was late for the last frame, and makes the next one.
    if isRequestAhead { return predicted }
    // The main thread may have worked on this frame while the last one was drawn.
    if !screen.isPaced || abs(request.time - predicted) > period / 2 {
      send(requestFor: predicted, period)
    }
    // While nothing moved no frame can be late, so that no time needs to be left for drawing. Where frames wait for no
    // refresh, none can be missed.
    let deadline =
      screen.isPaced ? request.time - (wasAnimating ? drawing : 0) - margin : .infinity
    while !server.isAnswered(request.id), !server.isOver {
      guard server.sleep(until: deadline) else { break }
      // A commit that is pending keeps the main thread from sending the next.
      takeCommit()
    }
    let time = request.time
    takeCommit()
    screen.drawingBegins()
    // With more work than fits into one period, the main thread goes ahead while this frame is drawn. With
    // less, it begins when the frame begins, so that it sees the latest input. One that was late is late again for
    // the next frame, and so for every one, as it cannot begin before this frame is shown: it makes the one after.
    if screen.isPaced, answering + drawing > period * 0.75 {
      let next = predicted + (server.isAnswered(request.id) ? period : period * 2)
      if needsMainPart(at: next) { send(requestFor: next, period) }
    }
    if !isRequestAhead { server.releaseAnswer(isLast: false) }
    return time
  }

  /// The next refresh that a frame can reach. Where nothing moved yet that is one that the main thread's part can reach
  /// too: to begin one refresh later is not seen, but a custom property that begins behind the others is.
  private func firstReach() -> TimeInterval {
    let predicted = screen.predictedDisplay()
    guard !wasAnimating, needsMainPart(at: predicted),
      predicted < MediaClock.now + answering + drawing + margin
    else { return predicted }
    while !server.isOver, server.sleep(until: predicted) { takeCommit() }
    return screen.predictedDisplay()
  }

  private func send(requestFor time: TimeInterval, _ period: TimeInterval) {
    request = RenderServer.Request(id: request.id + 1, time: time, period: period)
    server.request(request)
  }
}
