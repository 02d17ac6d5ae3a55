import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const SHAPES_CPP = `
#include <vector>
#include "shape.h"
using namespace std;
using Points = std::vector<Point>;

namespace geo::flat {

constexpr double kPi = 3.14;

/// A shape.
template <typename T>
class Shape : public Base<T>, private detail::Named {
 public:
  explicit Shape(int sides) : sides_(sides) {}
  virtual ~Shape() = default;
  virtual double area(const Point& origin) const = 0;
  T& at(size_t index) { return points_[index]; }
  Shape operator+(const Shape& other) const;
  operator bool() const { return sides_ > 0; }
  enum class Kind { Round, Square };
  static int count;

 private:
  int sides_, *cache_;
};

struct Point { double x = 0; };

}  // namespace geo::flat

// Moves it.
template <typename T>
void geo::flat::Shape<T>::move(Point by) {
  auto moved = std::make_unique<Point>(by);
  for (auto& each : points_) each.x += moved->x;
  this->draw();
  Canvas::shared().paint(helper<T>(by), new Pen(1));
}

Shape::Shape(const Shape& other) : sides_(other.sides_) {}
bool Shape::operator==(const Shape& other) const { return sides_ == other.sides_; }
int Shape::count = 0;

template <class T>
T larger(T left, T right) { return left > right ? left : right; }

auto twice = [](int value) { return value * 2; };
extern "C" int plain(void);
`;

test('C++: shapes.cpp', async () => {
  expect(await factsOf('shapes.cpp', SHAPES_CPP)).toEqual({
    symbols: [
      '4 type Points | using Points = std::vector<Point>',
      '6-29 module geo::flat | namespace geo::flat',
      '8 variable geo.flat/kPi | constexpr double kPi = 3.14',
      '11-25 class geo.flat/Shape | class Shape : public Base<T>, private detail::Named | A shape.',
      '14 method geo.flat.Shape/Shape | explicit Shape(int sides) : sides_(sides)',
      '15 method geo.flat.Shape/~Shape | virtual ~Shape() = default',
      '16 method geo.flat.Shape/area | virtual double area(const Point& origin) const = 0',
      '17 method geo.flat.Shape/at | T& at(size_t index)',
      '18 method geo.flat.Shape/operator+ | Shape operator+(const Shape& other) const',
      '19 method geo.flat.Shape/operator | operator bool() const',
      '20 enum geo.flat.Shape/Kind | enum class Kind',
      '20 constant geo.flat.Shape.Kind/Round | Round',
      '20 constant geo.flat.Shape.Kind/Square | Square',
      '21 field geo.flat.Shape/count | static int count',
      '24 field geo.flat.Shape/sides_ | int sides_, *cache_',
      '24 field geo.flat.Shape/cache_ | int sides_, *cache_',
      '27 struct geo.flat/Point | struct Point',
      '27 field geo.flat.Point/x | double x = 0',
      '32-38 method geo.flat.Shape/move | void geo::flat::Shape<T>::move(Point by) | Moves it.',
      '40 method Shape/Shape | Shape::Shape(const Shape& other) : sides_(other.sides_)',
      '41 method Shape/operator== | bool Shape::operator==(const Shape& other) const',
      '42 variable Shape/count | int Shape::count = 0',
      '44-45 function larger | T larger(T left, T right)',
      '47 function twice | auto twice = [](int value)',
      '48 function plain | int plain(void)',
    ],
    references: [
      '4 type std/vector in Points',
      '4 type Point in Points',
      '12 type Base in Shape',
      '12 type detail/Named in Shape',
      '16 type Point in area',
      '17 use points_ in at',
      '18 type Shape in operator+',
      '19 use sides_ in operator',
      '33 type Shape in move',
      '33 type Point in move',
      '34 call std/make_unique in move',
      '34 type Point in move',
      '35 use points_ in move',
      '35 use each/x in move',
      '35 use moved/x in move',
      '36 call this/draw in move',
      '37 call Canvas/shared in move',
      '37 call Canvas::shared()/paint in move',
      '37 call helper in move',
      '37 call Pen in move',
      '40 type Shape in Shape',
      '40 use other/sides_ in Shape',
      '41 type Shape in operator==',
      '41 use sides_ in operator==',
      '41 use other/sides_ in operator==',
    ],
    imports: ['1 vector', '2 shape.h', '3 std | *'],
    damaged: false,
  });
});
