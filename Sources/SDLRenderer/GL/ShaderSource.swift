// ShaderSource.swift
// Stage: canvas. The shaders of the canvas on a GPU, in the words that GL 3.3 core and GLES 3.0 have in common.
//
// Every instance is a rectangle in a space of its own, whose origin is its middle, and a map from there to the
// device's pixels. A pixel goes back through the map, so that edges, corners, gradients and shadows are worked out where
// it lies, whatever the map is.
//
// SPDX-License-Identifier: MIT

/// The parts of the programs.
enum ShaderSource {
  /// The vertices of an instance: four of a quad around all pixels that it may touch.
  static let vertex = """
    // a, b, c, d of the map's plane part; then tx, ty, and the two factors of perspective. Their fourth, w at the
    // middle, is 1.
    layout(location = 0) in vec4 linear;
    layout(location = 1) in vec4 move;
    layout(location = 2) in vec4 radii;
    layout(location = 3) in vec4 placement;
    // Half of the sides, then the width of the border.
    layout(location = 4) in vec3 sides;
    layout(location = 5) in uint form;
    layout(location = 6) in vec4 clip;
    layout(location = 7) in vec4 fill;
    layout(location = 8) in vec4 ring;

    // Of the target: two divided by its size, and the origin of its pixels.
    uniform vec4 view;

    flat out vec4 inverseLinear;
    flat out vec4 middle;
    flat out vec4 radius;
    flat out vec4 place;
    flat out vec3 side;
    flat out uint kind;
    flat out vec4 color;
    flat out vec4 other;
    flat out vec4 bounds;
    // Of a box that is scaled alike in both directions: its middle as fragments are counted; the axes along its sides, a
    // pixel long; half of its sides in pixels, and pixels for each unit; and what the part of a pixel inside of an edge is
    // made of.
    flat out vec2 spot;
    flat out vec4 axes;
    flat out vec3 extent;
    flat out vec4 edge;

    void main() {
      vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
      // The map from the box to pixels about the image of its middle, and its inverse.
      vec4 plane = linear - vec4(move.xy * move.z, move.xy * move.w);
      float area = plane.x * plane.w - plane.y * plane.z;
      vec4 back = vec4(plane.w, -plane.y, -plane.z, plane.x) / area;
      vec2 reach = sides.xy;
      // A shadow reaches three deviations beyond its box.
      if ((form & 7u) == 4u) reach += 3.0 * sides.z;
      bool isPlane = move.z == 0.0 && move.w == 0.0;
      vec2 low, high, point;
      if (isPlane) {
        // A box touches pixels whose middle is at most this far beyond its edge.
        vec2 unit = vec2(length(back.xz), length(back.yw)) * 0.75;
        // A mask has whole pixels, beside which its texture has other masks.
        if ((form & 7u) == 1u) unit = vec2(0.0);
        vec2 far = reach + unit;
        point = corner * far;
        point = plane.xy * point.x + plane.zw * point.y + move.xy;
        vec2 spread = abs(plane.xy) * far.x + abs(plane.zw) * far.y;
        low = move.xy - spread;
        high = move.xy + spread;
      } else {
        low = vec2(1e9);
        high = vec2(-1e9);
        for (int index = 0; index < 4; index++) {
          vec2 at = (vec2(float(index & 1), float(index >> 1)) * 2.0 - 1.0) * reach;
          float w = 1.0 + dot(move.zw, at);
          if (w < 1e-5) {
            // A part lies behind the eye: its image has no end.
            low = clip.xy;
            high = clip.zw;
            break;
          }
          vec2 image = (linear.xy * at.x + linear.zw * at.y + move.xy) / w;
          low = min(low, image - 1.0);
          high = max(high, image + 1.0);
        }
        point = mix(low, high, corner * 0.5 + 0.5);
      }
      // Upright quads are cut at the clip; others become an upright one that is.
      bool isInside = all(greaterThanEqual(low, clip.xy)) && all(lessThanEqual(high, clip.zw));
      if ((form & 64u) != 0u) {
        point = mix(floor(clip.xy), ceil(clip.zw), corner * 0.5 + 0.5);
      } else if (!isInside) {
        bool isUpright = plane.y == 0.0 && plane.z == 0.0;
        if (!isPlane || !isUpright) point = mix(low, high, corner * 0.5 + 0.5);
        point = clamp(point, floor(clip.xy), ceil(clip.zw));
      }
      gl_Position = vec4((point - view.zw) * view.xy - sign(view.xy), 0.0, 1.0);
      inverseLinear = back;
      middle = move;
      radius = radii;
      place = placement;
      side = sides;
      kind = form;
      color = fill;
      other = ring;
      bounds = clip;
      float pixels = inversesqrt(max(dot(back.xz, back.xz), 1e-18));
      // A window's rows of fragments begin at the bottom.
      float upwards = sign(view.y);
      spot = (move.xy - view.zw) * vec2(1.0, upwards);
      if (upwards < 0.0) spot.y += round(-2.0 / view.y);
      axes = vec4(back.xz, back.yw) * pixels;
      extent = vec3(sides.xy * pixels, pixels);
      vec2 slope = abs(axes.xy);
      float large = max(slope.x, slope.y), small = min(slope.x, slope.y);
      edge = vec4(
        (large + small) * 0.5, (large - small) * 0.5, 1.0 / large,
        1.0 / max(2.0 * large * small, 1e-9));
    }
    """

  /// What fragments get of their instance, and where they lie.
  private static let input = """
    flat in vec4 inverseLinear;
    flat in vec4 middle;
    flat in vec4 radius;
    flat in vec4 place;
    flat in vec3 side;
    flat in uint kind;
    flat in vec4 color;
    flat in vec4 other;
    flat in vec4 bounds;
    out vec4 result;

    // The origin of the target's pixels, and the direction and the start of its rows.
    uniform vec4 rows;

    vec2 devicePixel() {
      return vec2(gl_FragCoord.x, gl_FragCoord.y * rows.z + rows.w) + rows.xy;
    }

    // The part of a pixel inside of a line, by the distance of the pixel's middle and the absolute parts of a normal of
    // length 1: near the line it runs through two opposite sides of the pixel, farther away through two neighbours.
    float cut(float distance, vec2 normal) {
      float large = max(normal.x, normal.y), small = max(min(normal.x, normal.y), 1e-4);
      float far = abs(distance);
      float rest = max((large + small) * 0.5 - far, 0.0);
      // Divided once: GL in software takes longest for it.
      float inverse = 1.0 / (large * small);
      float part = far < (large - small) * 0.5
        ? 0.5 - far * small * inverse : rest * rest * 0.5 * inverse;
      return distance > 0.0 ? 1.0 - part : part;
    }

    """

  /// Boxes that are only moved, turned, and scaled alike in both directions, so that one pixel is as long everywhere.
  private static let alikeBoxes = """

    flat in vec2 spot;
    flat in vec4 axes;
    flat in vec3 extent;
    flat in vec4 edge;

    // The same for both edges at once, whose parts the vertices have worked out.
    vec2 cutByEdges(vec2 distance) {
      vec2 far = abs(distance);
      vec2 rest = max(edge.x - far, 0.0);
      vec2 part = mix(rest * rest * edge.w, 0.5 - far * edge.z, lessThan(far, vec2(edge.y)));
      return mix(part, 1.0 - part, greaterThan(distance, vec2(0.0)));
    }

    // The part of a pixel in a box, whose half sides and radius are in pixels.
    float cover(vec2 point, vec2 halves, float r, bool mayBeThin) {
      vec2 at = abs(point);
      vec2 inside = halves - at;
      vec2 part = cutByEdges(inside);
      // The edge on the other side counts for a box thinner than a pixel.
      if (mayBeThin) part = max(part + min(halves + at - 0.5, 0.0), 0.0);
      float sharp = part.x * part.y;
      vec2 corner = r - inside;
      // The same at the arc, all of it times the distance from the middle: GL in software is slowest to divide.
      float size = length(corner);
      float turned = point.x * point.y < 0.0 ? -corner.y : corner.y;
      vec2 normal = abs(axes.xy * corner.x + axes.zw * turned);
      float large = max(normal.x, normal.y), small = max(min(normal.x, normal.y), 1e-3);
      float far = abs(r - size) * size, inverse = 1.0 / (large * small);
      float rest = max((large + small) * 0.5 - far, 0.0);
      float arc = far < (large - small) * 0.5
        ? 0.5 - far * small * inverse : rest * rest * 0.5 * inverse;
      if (size < r) arc = 1.0 - arc;
      return min(min(corner.x, corner.y), r) > 0.0 ? min(sharp, arc) : sharp;
    }

    vec4 alikeBox(bool hasBorder) {
      vec2 offset = gl_FragCoord.xy - spot;
      // GL in software reads uniforms slowly. Without any, Mesa 22 goes on counting fragments as in the target before.
      offset.y *= rows.z;
      vec2 point = vec2(dot(offset, axes.xy), dot(offset, axes.zw));
      float r = point.y < 0.0
        ? (point.x < 0.0 ? radius.x : radius.y) : (point.x < 0.0 ? radius.w : radius.z);
      float outer = cover(point, extent.xy, r * extent.z, hasBorder);
      if (!hasBorder || side.z <= 0.0) return color * outer;
      float border = side.z * extent.z;
      float inner = min(side.x, side.y) > side.z
        ? cover(point, extent.xy - border, max(r * extent.z - border, 0.0), true) : 0.0;
      return other * max(outer - inner, 0.0) + color * inner;
    }

    """

  /// Coverage, pixel for pixel, and clips.
  private static let masks = """

    // The part of a pixel within the clip.
    float clipped() {
      vec2 pixel = devicePixel();
      vec2 part = clamp(min(bounds.zw, pixel + 0.5) - max(bounds.xy, pixel - 0.5), 0.0, 1.0);
      return part.x * part.y;
    }

    uniform mediump sampler2DArray masks;

    vec4 mask() {
      ivec2 texel = ivec2(floor(devicePixel() - place.xy));
      return color * texelFetch(masks, ivec3(texel, int(kind >> 8u)), 0).r;
    }

    """

  /// Where a pixel lies in its instance, and how much of it the instance covers.
  static let coverage = """
    // A pixel's middle in the space of the instance.
    struct Position {
      vec2 point;
      // One divided by the depth at the pixel; behind the eye less than zero.
      float depth;
      // The change of the point by a pixel across and by one down.
      vec2 across, down;
    };

    Position position() {
      vec2 offset = devicePixel() - middle.xy;
      vec2 flatPoint = inverseLinear.xy * offset.x + inverseLinear.zw * offset.y;
      Position result;
      result.depth = 1.0 - dot(middle.zw, flatPoint);
      result.point = flatPoint / result.depth;
      vec2 slope = vec2(dot(middle.zw, inverseLinear.xy), dot(middle.zw, inverseLinear.zw));
      result.across = (inverseLinear.xy + result.point * slope.x) / result.depth;
      result.down = (inverseLinear.zw + result.point * slope.y) / result.depth;
      return result;
    }

    // The part of a pixel that lies inside of a line. The gradient is that of the distance; the distance is that of the
    // pixel's middle, in units of the gradient.
    float halfPlane(float distance, vec2 gradient) {
      gradient = abs(gradient);
      float size = max(length(gradient), 1e-9);
      return cut(distance / size, gradient / size);
    }

    // The part of a pixel in a rectangle with round corners, all of it inset by a border.
    float boxCoverage(Position at, float inset) {
      vec2 extent = side.xy - inset;
      vec2 gradientX = vec2(at.across.x, at.down.x), gradientY = vec2(at.across.y, at.down.y);
      float x = halfPlane(extent.x - at.point.x, gradientX)
        + halfPlane(extent.x + at.point.x, gradientX) - 1.0;
      float y = halfPlane(extent.y - at.point.y, gradientY)
        + halfPlane(extent.y + at.point.y, gradientY) - 1.0;
      float cover = max(x, 0.0) * max(y, 0.0);
      vec2 quadrant = sign(at.point);
      float r = at.point.y < 0.0
        ? (at.point.x < 0.0 ? radius.x : radius.y) : (at.point.x < 0.0 ? radius.w : radius.z);
      r = max(r - inset, 0.0);
      vec2 beyond = abs(at.point) - (extent - r);
      if (r > 0.0 && beyond.x > 0.0 && beyond.y > 0.0) {
        float size = max(length(beyond), 1e-9);
        vec2 outwards = beyond / size * quadrant;
        float arc = halfPlane(
          r - size, vec2(dot(outwards, at.across), dot(outwards, at.down)));
        cover = min(cover, arc);
      }
      return cover;
    }

    // What a box is at a pixel: its fill, and its border, mixed with the fill beneath it.
    vec4 box(Position at) {
      float cover = at.depth > 0.0 ? boxCoverage(at, 0.0) : 0.0;
      if (side.z <= 0.0) return color * cover;
      float inner = at.depth > 0.0 && min(side.x, side.y) > side.z
        ? boxCoverage(at, side.z) : 0.0;
      return other * max(cover - inner, 0.0) + color * inner;
    }
    """

  /// Masks and pictures.
  static let pictures = """
    uniform sampler2D picture;

    vec4 pictureTexel(vec2 texel, bool isSmooth) {
      if (!isSmooth) texel = floor(texel) + 0.5;
      return texture(picture, texel / vec2(textureSize(picture, 0)));
    }

    // A part of a picture, stretched over the box.
    vec4 image(Position at) {
      vec2 texel = place.xy + at.point * place.zw;
      bool isRound = (kind & 32u) != 0u;
      vec4 value;
      if (isRound) {
        // A picture of device pixels, whatever the map of the box is.
        value = pictureTexel((devicePixel() - place.xy) * place.zw, (kind & 8u) != 0u);
      } else {
        // Beyond the picture, the pixels of its edge repeat.
        texel = clamp(texel, radius.xy, radius.zw);
        value = pictureTexel(texel, (kind & 8u) != 0u);
      }
      if ((kind & 16u) != 0u) value = vec4(value.a);
      float cover = 0.0;
      if (at.depth > 0.0) {
        if (isRound) {
          cover = boxCoverage(at, 0.0);
        } else {
          vec2 gradientX = vec2(at.across.x, at.down.x), gradientY = vec2(at.across.y, at.down.y);
          // An edge at which another part of the same picture begins is not one that can be seen.
          uint joined = kind >> 8u;
          float left = (joined & 1u) != 0u ? step(-side.x, at.point.x)
            : halfPlane(side.x + at.point.x, gradientX);
          float top = (joined & 2u) != 0u ? step(-side.y, at.point.y)
            : halfPlane(side.y + at.point.y, gradientY);
          float right = (joined & 4u) != 0u ? 1.0 - step(side.x, at.point.x)
            : halfPlane(side.x - at.point.x, gradientX);
          float bottom = (joined & 8u) != 0u ? 1.0 - step(side.y, at.point.y)
            : halfPlane(side.y - at.point.y, gradientY);
          cover = max(left + right - 1.0, 0.0) * max(top + bottom - 1.0, 0.0);
        }
      }
      return value * color * cover;
    }
    """

  /// Gradients and the shadows of boxes.
  static let paints = """
    uniform sampler2D ramps;

    // Each of 64 steps once, neighbours far apart in value.
    // Source: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures", 1973.
    float threshold(uvec2 at) {
      uint step_ = 0u;
      for (int bit = 0; bit < 3; bit++) {
        uint across = (at.x >> uint(bit)) & 1u, down = (at.y >> uint(bit)) & 1u;
        step_ = step_ << 2u | (across ^ down) << 1u | down;
      }
      return (float(step_) * 4.0 + 2.0) / 256.0;
    }

    vec4 ramp(float value) {
      float index = floor(clamp(value, 0.0, 1.0) * 1023.0 + 0.5);
      return texelFetch(ramps, ivec2(int(index), int(kind >> 16u)), 0);
    }

    vec4 dithered(vec4 value) {
      uvec2 origin = uvec2(other.xy * 255.0 + 0.5);
      ivec2 at = ivec2(floor(devicePixel()));
      float more = threshold((uvec2(at) - origin) & 7u);
      // A hair more, as a whole number may be a hair less than it is.
      return floor(value * 255.0 + more + 0.001) / 255.0;
    }

    vec4 gradient(Position at) {
      uint shape = kind >> 8u & 3u;
      vec4 value;
      if (shape == 0u) {
        value = ramp(dot(at.point, place.xy) + place.z);
      } else if (shape == 1u) {
        value = ramp(length(at.point * place.xy + place.zw));
      } else {
        // The directions of the cone's own axes; the second stretches by the height of the space.
        vec2 from = at.point - place.xy;
        vec2 axis = place.zw;
        float stretch = side.z;
        vec2 turned = vec2(
          dot(from, vec2(axis.x, axis.y * stretch)), dot(from, vec2(-axis.y, axis.x * stretch)));
        vec2 change = vec2(
          dot(at.across, vec2(-axis.y, axis.x * stretch)),
          dot(at.down, vec2(-axis.y, axis.x * stretch)));
        float pixels = 1.0 / max(length(change), 1e-9);
        if (turned.x * pixels > -0.29 && abs(turned.y * pixels) < 0.47) {
          float seam = turned.y * pixels + 0.5;
          value = mix(ramp(1.0), ramp(0.0), seam);
        } else {
          value = ramp(fract(atan(turned.y, turned.x) / 6.283185307179586 + 1.0));
        }
      }
      float cover = at.depth > 0.0 ? boxCoverage(at, 0.0) : 0.0;
      return dithered(value * color.a) * cover;
    }

    // The Gaussian's integral up to x deviations.
    // Source: M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964, 7.1.26.
    float integral(float x) {
      float z = abs(x) * 0.7071067811865476;
      float t = 1.0 / (1.0 + 0.3275911 * z);
      float tail = 0.5 * t * exp(-z * z) * (0.254829592
        + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
      return x > 0.0 ? 1.0 - tail : tail;
    }

    // How far a corner's arc lies inside of the box, at a distance from its top or bottom.
    float inset(float r, float distance) {
      float h = max(r - distance, 0.0);
      return r - sqrt(max(r * r - h * h, 0.0));
    }

    // The part of a strip across the box, from one height to another, that a blur brings to a point.
    float strip(vec2 point, float from, float to, float left, float right) {
      float s = side.z;
      return (integral((to - point.y) / s) - integral((from - point.y) / s))
        * (integral((side.x - right - point.x) / s) - integral((-side.x + left - point.x) / s));
    }

    vec4 shadow(Position at) {
      if (at.depth <= 0.0) return vec4(0.0);
      float top = max(radius.x, radius.y), bottom = max(radius.z, radius.w);
      float sum = strip(at.point, -side.y + top, side.y - bottom, 0.0, 0.0);
      for (int end = 0; end < 2; end++) {
        float r = end == 0 ? top : bottom;
        if (r <= 0.0) continue;
        float left = end == 0 ? radius.x : radius.w, right = end == 0 ? radius.y : radius.z;
        int count = int(clamp(ceil(1.5 * r / side.z) + 2.0, 4.0, 24.0));
        float from = 0.0;
        for (int index = 1; index <= count; index++) {
          // Equal angles of the arc, so that strips are thin where it is flat.
          float to = r * (1.0 - cos(float(index) / float(count) * 1.5707963267948966));
          float at_ = (from + to) * 0.5;
          float l = inset(left, at_), rr = inset(right, at_);
          sum += end == 0
            ? strip(at.point, -side.y + from, -side.y + to, l, rr)
            : strip(at.point, side.y - to, side.y - from, l, rr);
          from = to;
        }
      }
      return color * clamp(sum, 0.0, 1.0);
    }
    """

  /// The main functions of the programs that draw instances, each with what the one before has and more.
  static func main(_ detail: GLProgram.Detail) -> String {
    switch detail {
    case .boxes: return input + alikeBoxes + "void main() { result = alikeBox(false); }"
    case .borders: return input + alikeBoxes + "void main() { result = alikeBox(true); }"
    case .masks:
      return input + masks + "void main() { result = mask() * clipped(); }"
    case .labels:
      return input + alikeBoxes + masks
        + "void main() { result = ((kind & 7u) == 1u ? mask() : alikeBox(true)) * clipped(); }"
    case .pictures:
      return input + coverage + masks + pictures + """

        void main() {
          uint form = kind & 7u;
          if (form == 1u) {
            result = mask();
          } else if (form == 2u) {
            result = image(position());
          } else {
            result = box(position());
          }
          result *= clipped();
        }
        """
    case .paints:
      return input + coverage + masks + pictures + paints + """

        void main() {
          uint form = kind & 7u;
          if (form == 1u) {
            result = mask();
          } else if (form == 2u) {
            result = image(position());
          } else if (form == 3u) {
            result = gradient(position());
          } else if (form == 4u) {
            result = shadow(position());
          } else {
            result = box(position());
          }
          result *= clipped();
        }
        """
    case .blur: return input + coverage + pictures + blur
    case .matrix: return input + coverage + pictures + matrix
    case .blend: return input + coverage + pictures + blend
    }
  }

  /// One direction of a blur: pixels of a picture, weighted.
  private static let blur = """

    // Offsets along the direction, and weights; the first of them lies in the middle, others on both sides.
    uniform vec4 taps[20];
    // The direction, in texels; then the number of pairs of taps.
    uniform vec4 direction;

    void main() {
      Position at = position();
      vec2 texel = place.xy + at.point * place.zw;
      vec4 sum = vec4(0.0);
      int count = int(direction.z);
      for (int index = 0; index < count; index++) {
        vec4 tap = taps[index >> 1];
        vec2 one = (index & 1) == 0 ? tap.xy : tap.zw;
        vec2 offset = direction.xy * one.x;
        vec4 value = pictureTexel(clamp(texel + offset, radius.xy, radius.zw), true);
        if (index > 0) {
          value += pictureTexel(clamp(texel - offset, radius.xy, radius.zw), true);
        }
        sum += value * one.y;
      }
      result = sum;
    }
    """

  /// A map of colours.
  private static let matrix = """

    // Rows for red, green and blue, each with what is added.
    uniform vec4 matrix[3];

    void main() {
      Position at = position();
      vec4 value = pictureTexel(place.xy + at.point * place.zw, false);
      if (value.a <= 0.0) {
        result = vec4(0.0);
      } else {
        vec4 given = vec4(value.rgb / value.a, 1.0);
        vec3 mapped = vec3(
          dot(matrix[0], given), dot(matrix[1], given), dot(matrix[2], given));
        result = vec4(clamp(mapped, 0.0, 1.0) * value.a, value.a);
      }
    }
    """

  /// A picture blended with a copy of what lies beneath it.
  ///
  /// Source of the formulas: PDF 32000-1:2008, 11.3.5; those of `CGBlendMode` beyond them are in `BlendFormula`.
  private static let blend = """

    uniform sampler2D beneath;
    uniform int mode;
    // The origin of the copy in device pixels.
    uniform vec4 origin;

    float luminosity(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }
    float saturation(vec3 c) { return max(c.r, max(c.g, c.b)) - min(c.r, min(c.g, c.b)); }

    vec3 lit(vec3 c, float l) {
      vec3 value = c + (l - luminosity(c));
      float low = min(value.r, min(value.g, value.b)), high = max(value.r, max(value.g, value.b));
      if (low < 0.0) value = l + (value - l) * l / (l - low);
      if (high > 1.0) value = l + (value - l) * (1.0 - l) / (high - l);
      return value;
    }

    vec3 saturated(vec3 c, float s) {
      float low = min(c.r, min(c.g, c.b)), high = max(c.r, max(c.g, c.b));
      return high > low ? (c - low) * (s / (high - low)) : vec3(0.0);
    }

    // Less than one step of eight bits: a GPU's quotient of a number by itself may be a hair less than one.
    const float hair = 0.0001;

    vec3 hardLight(vec3 s, vec3 d) {
      return mix(d * 2.0 * s, d + (2.0 * s - 1.0) - d * (2.0 * s - 1.0), step(0.5 + hair, s));
    }

    float dodge(float s, float d) {
      return d < hair ? 0.0 : s > 1.0 - hair ? 1e9 : d / (1.0 - s);
    }
    float burn(float s, float d) {
      return d > 1.0 - hair ? 1.0 : s < hair ? -1e9 : 1.0 - (1.0 - d) / s;
    }

    // The mixed colour of two opaque ones, by the number of the mode.
    vec3 mixed(vec3 s, vec3 d) {
      if (mode == 1) return s * d;
      if (mode == 2) return s + d - s * d;
      if (mode == 3) return hardLight(d, s);
      if (mode == 4) return min(s, d);
      if (mode == 5) return max(s, d);
      if (mode == 6) return vec3(dodge(s.r, d.r), dodge(s.g, d.g), dodge(s.b, d.b));
      if (mode == 7) return vec3(burn(s.r, d.r), burn(s.g, d.g), burn(s.b, d.b));
      if (mode == 8) return d * d + 2.0 * s * d * (1.0 - d);
      if (mode == 9) return hardLight(s, d);
      if (mode == 10) return abs(s - d);
      if (mode == 11) return s + d - 2.0 * s * d;
      if (mode == 12) return lit(saturated(s, saturation(d)), luminosity(d));
      if (mode == 13) return lit(saturated(d, saturation(s)), luminosity(d));
      if (mode == 14) return lit(s, luminosity(d));
      if (mode == 15) return lit(d, luminosity(s));
      return s;
    }

    vec4 blended(vec4 s, vec4 d) {
      if (mode == 0) return s + d * (1.0 - s.a);
      if (mode == 16) return vec4(0.0);
      if (mode == 17) return s;
      if (mode == 18) return s * d.a;
      if (mode == 19) return s * (1.0 - d.a);
      if (mode == 20) return s * d.a + d * (1.0 - s.a);
      if (mode == 21) return s * (1.0 - d.a) + d;
      if (mode == 22) return d * s.a;
      if (mode == 23) return d * (1.0 - s.a);
      if (mode == 24) return s * (1.0 - d.a) + d * s.a;
      if (mode == 25) return s * (1.0 - d.a) + d * (1.0 - s.a);
      if (mode == 26) {
        float alpha = min(s.a + d.a, 1.0);
        return vec4(max(alpha - ((d.a - d.rgb) + (s.a - s.rgb)), 0.0), alpha);
      }
      if (mode == 27) return min(s + d, 1.0);
      if (s.a <= 0.0) return d;
      if (d.a <= 0.0) return s;
      // Where both are, the mixed colour lies over the lower one; elsewhere each remains.
      vec3 below = d.rgb / d.a;
      vec3 both = clamp(below * (1.0 - s.a) + mixed(s.rgb / s.a, below) * s.a, 0.0, 1.0);
      float alpha = s.a + d.a - s.a * d.a;
      return vec4(clamp(s.rgb * (1.0 - d.a) + both * d.a, 0.0, alpha), alpha);
    }

    void main() {
      // In steps of eight bits, as some formulas divide by what may be nothing.
      vec4 above = floor(image(position()) * 255.0 + 0.5) / 255.0;
      vec4 below = texelFetch(beneath, ivec2(floor(devicePixel() - origin.xy)), 0);
      // Where the group draws nothing, nothing changes.
      result = above.a <= 0.0 && above.rgb == vec3(0.0) ? below : blended(above, below);
    }
    """
}
