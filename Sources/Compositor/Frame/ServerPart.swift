// ServerPart.swift
// Stage: animate → present. The part of a window's frames that touches no layer, as one function that goes on from
// wherever it stopped. The server's thread runs it; the main thread may, where it has just sent a commit.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// Takes commits, chooses the times of frames, samples, draws and shows them.
///
/// Two threads may run it, one at a time. So it never sleeps for anything but a refresh: where it has to wait, it
/// returns until when.
final class ServerPart<Target: PacedScreen> {
  /// How far the current frame is.
  private enum Phase {
    /// There is none.
    case none
    /// Lets a refresh pass, which the main thread's part cannot reach.
    case passing(TimeInterval)
    /// Waits for the main thread's part, at most until a media time.
    case waiting(until: TimeInterval)
    /// It is to be drawn, for a media time.
    case ready(at: TimeInterval)
    /// It is drawn, and to be shown.
    case drawn(Drawing)
  }

  /// A frame that is drawn.
  private struct Drawing {
    var record: FrameRecord
    /// When the drawing ended.
    var end: TimeInterval
    /// Seconds of waiting before it.
    var waited: TimeInterval
  }

  private let server: RenderServer
  private let screen: Target
  private var phase = Phase.none
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
  private var request = RenderServer.Request(id: 0, time: -.infinity, period: 0, isPaced: true)
  /// The last request whose answer was taken.
  private var answered = 0
  /// What goes wrong with the current frame on purpose.
  private var faults = FrameFaults.Frame()
  /// When the current frame's time began to be chosen.
  private var choiceBegan: TimeInterval = 0
  /// The time of the next frame, as far as known.
  private var nextTime = -TimeInterval.infinity
  /// The time at which the main thread last drew for a frame.
  private var joinedTime = -TimeInterval.infinity
  /// Whether something moved in the last frame, so that the next one was due one refresh later.
  private var wasAnimating = false
  /// What the last update replaced, until a frame shows what took its place, or none is needed: until then the sampler
  /// and the list of draws refer to it. Nil where it was given back.
  private var replaced: RenderTreeUpdate?
  /// Frames since the last update was given back, and the most in which the main thread may take it.
  private var keptFrames = 0
  private static var mostKept: Int { 8 }
  /// Until when the main thread may take it while no frames are shown.
  private var keptUntil = TimeInterval.infinity
  /// Seconds of rest in which it may.
  private let longestKept = 0.1
  /// The work on a frame: the server's part, the main thread's, and the main thread's in any commit.
  private var drawing = RecentMaximum(0.004)
  private var answering = RecentMaximum(0.001)
  private var committing = RecentMaximum(0.001)

  /// Seconds that a frame is ready before its refresh, for the uncertainty of waking up.
  private let margin = 0.0015

  init(server: RenderServer, screen: Target) {
    (self.server, self.screen) = (server, screen)
  }

  /// Goes on with the frames as far as is possible now.
  ///
  /// - Parameter isMainThread: Whether to draw no more than one frame, and to show none that waits for a refresh.
  /// - Returns: The media time until which there is nothing to do unless something is sent; in the past where the main
  ///   thread leaves something to the server's.
  func run(isMainThread: Bool) throws(Target.Failure) -> TimeInterval {
    var hasDrawn = false
    while !server.isOver {
      switch phase {
      case .none:
        if let end = beginFrame() { return sleep(until: end) }
      case .passing(let refresh):
        takeCommit()
        if MediaClock.now < refresh { return sleep(until: refresh) }
        choose(screen.predictedDisplay())
      case .waiting(let deadline):
        // One that is no answer is taken too: while it is pending, the main thread sends no other.
        takeCommit()
        if answered < request.id, MediaClock.now < deadline { return sleep(until: deadline) }
        endWaiting()
      case .ready(let time):
        if isMainThread, hasDrawn { return -.infinity }
        hasDrawn = true
        try draw(at: time)
      case .drawn(let drawing):
        if isMainThread, screen.isPaced { return -.infinity }
        try show(drawing)
        phase = .none
        screen.isContinuous = true
      }
    }
    return .infinity
  }

  private func sleep(until time: TimeInterval) -> TimeInterval {
    server.releaseAnswer(isLast: true)
    return time
  }

  /// The most changed nodes of a short frame.
  private static var mostChanged: Int { 512 }

  /// Whether the main thread may draw the current frame: it changes few nodes, the drawing and the main thread's own
  /// work take less than half a refresh, and no part of it is slow on purpose.
  ///
  /// - Parameter count: The number of nodes that the commit changes.
  func isShort(changing count: Int) -> Bool {
    !screen.isBoundToThread && count <= Self.mostChanged && !faults.isFaulty && !server.hasFaults
      && committing.value + drawing.value < screen.period / 2
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
      committing.add(part.work)
      if new.answer > 0 {
        answered = new.answer
        if !screen.isPaced, answered == request.id { request.time = part.time }
        joinedTime = part.drawn
        answering.add(part.work)
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

  /// Gives back what the last update replaced. The lock of the server orders its release here before its use there.
  private func giveBackReplaced() {
    guard let update = replaced.take() else { return }
    server.giveBack(update)
    (keptFrames, keptUntil) = (0, MediaClock.now + longestKept)
  }

  /// Releases what the last update replaced once the main thread leaves it for long: nothing wakes it while it has
  /// nothing to commit.
  private func countKept() {
    keptFrames += 1
    if keptFrames == Self.mostKept { server.dropSpare() }
  }

  // MARK: Between frames

  private func needsFrame(at time: TimeInterval) -> Bool {
    renderer.needsFrame(of: tree) || renderer.isMoving || isAnimating(at: time)
  }

  private func isAnimating(at time: TimeInterval) -> Bool {
    switch commit.activity {
    case .animating: true
    case .idle(let until): until <= time
    }
  }

  /// Begins a frame if one is needed; else returns the media time until which none is.
  private func beginFrame() -> TimeInterval? {
    takeCommit()
    if isRequestAhead, tree.root < 0 || !commit.isVisible || !needsFrame(at: MediaClock.now) {
      // No frame is drawn before the requested one: its answer is taken now.
      request.time = -.infinity
      takeCommit()
    }
    // Nothing was committed yet; an empty frame would flash, and delay the first.
    if tree.root < 0 { return .infinity }
    if !commit.isVisible {
      renderer.noteUnseen()
      return rest(until: .infinity)
    }
    if case .idle(let time) = commit.activity, !needsFrame(at: MediaClock.now) {
      return rest(until: time)
    }
    choiceBegan = MediaClock.now
    faults = server.takeFaults()
    // The next refresh that a frame can reach. Where nothing moved yet that is one that the main thread's part can
    // reach too: to begin one refresh later is not seen, but a custom property that begins behind the others is.
    let predicted = screen.predictedDisplay()
    if !wasAnimating, needsMainPart(at: predicted),
      predicted < MediaClock.now + answering.value + drawing.value + margin
    {
      phase = .passing(predicted)
    } else {
      choose(predicted)
    }
    return nil
  }

  /// Shows no frames until something is sent, or until a media time, and keeps nothing that was replaced.
  private func rest(until time: TimeInterval) -> TimeInterval {
    (screen.isContinuous, wasAnimating) = (false, false)
    giveBackReplaced()
    guard keptUntil < time else { return time }
    // A program that changes something in each frame takes it with its next commit, and reuses its memory.
    if server.hasSpare, MediaClock.now < keptUntil { return keptUntil }
    server.dropSpare()
    keptUntil = .infinity
    return time
  }

  // MARK: Frames

  /// Whether the main thread contributes to a frame.
  private func needsMainPart(at time: TimeInterval) -> Bool {
    commit.mainPartFrom <= time + screen.period / 2 || (commit.isObserved && renderer.isMoving)
  }

  /// Chooses the time of a predicted refresh, and requests the main thread's part of its frame, where there is one.
  private func choose(_ predicted: TimeInterval) {
    (nextTime, phase) = (predicted, .ready(at: predicted))
    guard needsMainPart(at: predicted) else { return server.releaseAnswer(isLast: true) }
    // The main thread was late for the last frame, and makes the next one.
    if isRequestAhead { return }
    let period = screen.period
    // The main thread may have worked on this frame while the last one was drawn.
    if !screen.isPaced || abs(request.time - predicted) > period / 2 {
      send(requestFor: predicted, period)
    }
    // The last moment at which the frame can still be drawn in time. While nothing moved no frame can be late, so that
    // no time needs to be left for drawing. Where frames wait for no refresh, none can be missed.
    phase = .waiting(
      until: screen.isPaced
        ? request.time - (wasAnimating ? drawing.value : 0) - margin : .infinity)
  }

  /// Begins to draw the requested frame, with the main thread's part or without it.
  private func endWaiting() {
    phase = .ready(at: request.time)
    screen.drawingBegins()
    // With more work than fits into one period, the main thread goes ahead while this frame is drawn. With
    // less, it begins when the frame begins, so that it sees the latest input. One that was late is late again for
    // the next frame, and so for every one, as it cannot begin before this frame is shown: it makes the one after.
    let period = screen.period
    if screen.isPaced, answering.value + drawing.value > period * 0.75 {
      let next = nextTime + (answered == request.id ? period : period * 2)
      if needsMainPart(at: next) { send(requestFor: next, period) }
    }
    if !isRequestAhead { server.releaseAnswer(isLast: false) }
  }

  private func send(requestFor time: TimeInterval, _ period: TimeInterval) {
    request = RenderServer.Request(
      id: request.id + 1, time: time, period: period, isPaced: screen.isPaced)
    server.request(request)
  }

  private func draw(at chosen: TimeInterval) throws(Target.Failure) {
    let waited = MediaClock.now - choiceBegan
    let time = chosen + faults.shift
    var record = mainPart ?? FrameRecord()
    if mainPart == nil { record.begin = MediaClock.now }
    record.animations = animations
    mainPart = nil
    frames += 1
    (record.index, record.time, record.isServed) = (frames, time, true)
    let began = MediaClock.now
    defer { changes.removeAll() }
    let isBehind = commit.drawsForFrames && needsMainPart(at: time)
    let drawn = try renderer.draw(
      tree, changes, on: screen, faults, skew: isBehind ? chosen - joinedTime : nil,
      into: &record)
    drawing.add(drawn - began)
    phase = .drawn(Drawing(record: record, end: drawn, waited: waited))
  }

  private func show(_ drawing: Drawing) throws(Target.Failure) {
    var record = drawing.record
    let time = record.time
    defer { nextTime = time - faults.shift + screen.period }
    try renderer.present(
      on: screen, faults, drawn: drawing.end, waited: drawing.waited, into: &record)
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
}
