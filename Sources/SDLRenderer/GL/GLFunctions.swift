// GLFunctions.swift
// Stage: canvas. The functions of GL that the canvas calls, as the driver of the current context has them.
//
// SPDX-License-Identifier: MIT

internal import CSDL2

/// An object of GL: a texture, a buffer, a program, or a framebuffer.
typealias GLName = UInt32

/// Functions of GL 3.3 core, all of which GLES 3.0 has, too.
struct GLFunctions {
  let activeTexture: @convention(c) (UInt32) -> Void
  let attachShader: @convention(c) (GLName, GLName) -> Void
  let bindBuffer: @convention(c) (UInt32, GLName) -> Void
  let bindFramebuffer: @convention(c) (UInt32, GLName) -> Void
  let bindTexture: @convention(c) (UInt32, GLName) -> Void
  let bindVertexArray: @convention(c) (GLName) -> Void
  let blendFunc: @convention(c) (UInt32, UInt32) -> Void
  let blitFramebuffer:
    @convention(c) (
      Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32
    ) -> Void
  let bufferData: @convention(c) (UInt32, Int, UnsafeRawPointer?, UInt32) -> Void
  let bufferSubData: @convention(c) (UInt32, Int, Int, UnsafeRawPointer?) -> Void
  let checkFramebufferStatus: @convention(c) (UInt32) -> UInt32
  let clear: @convention(c) (UInt32) -> Void
  let clearColor: @convention(c) (Float, Float, Float, Float) -> Void
  let compileShader: @convention(c) (GLName) -> Void
  let createProgram: @convention(c) () -> GLName
  let createShader: @convention(c) (UInt32) -> GLName
  let deleteBuffers: @convention(c) (Int32, UnsafePointer<GLName>) -> Void
  let deleteFramebuffers: @convention(c) (Int32, UnsafePointer<GLName>) -> Void
  let deleteProgram: @convention(c) (GLName) -> Void
  let deleteShader: @convention(c) (GLName) -> Void
  let deleteTextures: @convention(c) (Int32, UnsafePointer<GLName>) -> Void
  let deleteVertexArrays: @convention(c) (Int32, UnsafePointer<GLName>) -> Void
  let disable: @convention(c) (UInt32) -> Void
  let drawArraysInstanced: @convention(c) (UInt32, Int32, Int32, Int32) -> Void
  let enable: @convention(c) (UInt32) -> Void
  let enableVertexAttribArray: @convention(c) (UInt32) -> Void
  let framebufferTexture2D: @convention(c) (UInt32, UInt32, UInt32, GLName, Int32) -> Void
  let genBuffers: @convention(c) (Int32, UnsafeMutablePointer<GLName>) -> Void
  let genFramebuffers: @convention(c) (Int32, UnsafeMutablePointer<GLName>) -> Void
  let genTextures: @convention(c) (Int32, UnsafeMutablePointer<GLName>) -> Void
  let genVertexArrays: @convention(c) (Int32, UnsafeMutablePointer<GLName>) -> Void
  let getError: @convention(c) () -> UInt32
  let getIntegerv: @convention(c) (UInt32, UnsafeMutablePointer<Int32>) -> Void
  let getProgramInfoLog:
    @convention(c) (GLName, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<CChar>) ->
      Void
  let getProgramiv: @convention(c) (GLName, UInt32, UnsafeMutablePointer<Int32>) -> Void
  let getShaderInfoLog:
    @convention(c) (GLName, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<CChar>) ->
      Void
  let getShaderiv: @convention(c) (GLName, UInt32, UnsafeMutablePointer<Int32>) -> Void
  let getString: @convention(c) (UInt32) -> UnsafePointer<CChar>?
  let getUniformLocation: @convention(c) (GLName, UnsafePointer<CChar>) -> Int32
  let linkProgram: @convention(c) (GLName) -> Void
  let pixelStorei: @convention(c) (UInt32, Int32) -> Void
  let readPixels:
    @convention(c) (Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeMutableRawPointer) -> Void
  let scissor: @convention(c) (Int32, Int32, Int32, Int32) -> Void
  let shaderSource:
    @convention(c) (
      GLName, Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>?
    ) -> Void
  let texImage2D:
    @convention(c) (
      UInt32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?
    ) -> Void
  let texImage3D:
    @convention(c) (
      UInt32, Int32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?
    ) -> Void
  let texParameteri: @convention(c) (UInt32, UInt32, Int32) -> Void
  let texSubImage2D:
    @convention(c) (
      UInt32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?
    ) -> Void
  let texSubImage3D:
    @convention(c) (
      UInt32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, UInt32, UInt32, UnsafeRawPointer?
    ) -> Void
  let uniform1i: @convention(c) (Int32, Int32) -> Void
  let uniform4f: @convention(c) (Int32, Float, Float, Float, Float) -> Void
  let uniform4fv: @convention(c) (Int32, Int32, UnsafePointer<Float>) -> Void
  let useProgram: @convention(c) (GLName) -> Void
  let vertexAttribDivisor: @convention(c) (UInt32, UInt32) -> Void
  let vertexAttribIPointer: @convention(c) (UInt32, Int32, UInt32, Int32, UnsafeRawPointer?) -> Void
  let vertexAttribPointer:
    @convention(c) (UInt32, Int32, UInt32, UInt8, Int32, UnsafeRawPointer?) -> Void
  let viewport: @convention(c) (Int32, Int32, Int32, Int32) -> Void

  /// Loads the functions of the thread's context.
  ///
  /// - Throws: When the driver lacks one of them.
  init() throws(SDLError) {
    func load<Function>(_ name: String) throws(SDLError) -> Function {
      guard let address = SDL_GL_GetProcAddress("gl" + name) else {
        throw SDLError(action: "loading GL", reason: "the driver has no function gl\(name)")
      }
      // SDL gives every function as an untyped address.
      return unsafeBitCast(address, to: Function.self)
    }
    activeTexture = try load("ActiveTexture")
    attachShader = try load("AttachShader")
    bindBuffer = try load("BindBuffer")
    bindFramebuffer = try load("BindFramebuffer")
    bindTexture = try load("BindTexture")
    bindVertexArray = try load("BindVertexArray")
    blendFunc = try load("BlendFunc")
    blitFramebuffer = try load("BlitFramebuffer")
    bufferData = try load("BufferData")
    bufferSubData = try load("BufferSubData")
    checkFramebufferStatus = try load("CheckFramebufferStatus")
    clear = try load("Clear")
    clearColor = try load("ClearColor")
    compileShader = try load("CompileShader")
    createProgram = try load("CreateProgram")
    createShader = try load("CreateShader")
    deleteBuffers = try load("DeleteBuffers")
    deleteFramebuffers = try load("DeleteFramebuffers")
    deleteProgram = try load("DeleteProgram")
    deleteShader = try load("DeleteShader")
    deleteTextures = try load("DeleteTextures")
    deleteVertexArrays = try load("DeleteVertexArrays")
    disable = try load("Disable")
    drawArraysInstanced = try load("DrawArraysInstanced")
    enable = try load("Enable")
    enableVertexAttribArray = try load("EnableVertexAttribArray")
    framebufferTexture2D = try load("FramebufferTexture2D")
    genBuffers = try load("GenBuffers")
    genFramebuffers = try load("GenFramebuffers")
    genTextures = try load("GenTextures")
    genVertexArrays = try load("GenVertexArrays")
    getError = try load("GetError")
    getIntegerv = try load("GetIntegerv")
    getProgramInfoLog = try load("GetProgramInfoLog")
    getProgramiv = try load("GetProgramiv")
    getShaderInfoLog = try load("GetShaderInfoLog")
    getShaderiv = try load("GetShaderiv")
    getString = try load("GetString")
    getUniformLocation = try load("GetUniformLocation")
    linkProgram = try load("LinkProgram")
    pixelStorei = try load("PixelStorei")
    readPixels = try load("ReadPixels")
    scissor = try load("Scissor")
    shaderSource = try load("ShaderSource")
    texImage2D = try load("TexImage2D")
    texImage3D = try load("TexImage3D")
    texParameteri = try load("TexParameteri")
    texSubImage2D = try load("TexSubImage2D")
    texSubImage3D = try load("TexSubImage3D")
    uniform1i = try load("Uniform1i")
    uniform4f = try load("Uniform4f")
    uniform4fv = try load("Uniform4fv")
    useProgram = try load("UseProgram")
    vertexAttribDivisor = try load("VertexAttribDivisor")
    vertexAttribIPointer = try load("VertexAttribIPointer")
    vertexAttribPointer = try load("VertexAttribPointer")
    viewport = try load("Viewport")
  }
}
