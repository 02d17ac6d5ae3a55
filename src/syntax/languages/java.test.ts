import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const SOURCE = `
package com.example.shop;

import java.util.List;
import java.util.concurrent.*;
import static org.junit.Assert.assertEquals;
import static java.lang.Math.*;

/**
 * Sells things 🐍.
 * @author someone
 */
@Deprecated
@SuppressWarnings("unchecked")
public final class Shop<T extends Base> extends Parent<T> implements Runnable, Named {
    /** So many. */
    public static final int MOST = 10;
    private final List<String> items = new ArrayList<>(), others;
    static { init(); }

    // Makes one.
    public Shop(int size) { super(size); this.items = List.of(); }

    @Override
    public <U> U run(final U found, String... rest) throws IOException {
        int local = compute(MOST) + Color.RED.ordinal();
        for (String each : rest) { each.trim(); System.out.println(each); }
        items.stream().map(String::valueOf).map(part -> part.length()).forEach(this::use);
        if (found instanceof Point point) return point.x();
        try (Reader reader = new java.io.FileReader(path)) { } catch (Exception error) { throw new Fault(error); }
        return new Inner() { @Override void go() { hidden(); } };
    }
    abstract void todo();
    static class Inner { class Deep {} }
    enum Color implements Named { RED, GREEN(1) { void mix() {} }; private int value; Color() {} int get() { return value; } }
}
record Point(int x, @NonNull String y) { Point { check(x); } static int zero; }
interface Shape { int SIDES = 1; double area(); default void draw() {} }
@interface Marker { String value() default ""; }
`;

test('Java', async () => {
  const { symbols, references, imports, damaged } = await factsOf('Shop.java', SOURCE);
  expect(symbols).toEqual([
    '12-35 class Shop | public final class Shop<T extends Base> extends Parent<T> implements Runnable, Named | Sells things 🐍.\n@author someone',
    '16 constant Shop/MOST | public static final int MOST = 10 | So many.',
    '17 field Shop/items | private final List<String> items = new ArrayList<>(), others',
    '17 field Shop/others | private final List<String> items = new ArrayList<>(), others',
    '21 method Shop/Shop | public Shop(int size) | Makes one.',
    '23-31 method Shop/run | public <U> U run(final U found, String... rest) throws IOException',
    '30 method Shop.run/go | void go()',
    '32 method Shop/todo | abstract void todo()',
    '33 class Shop/Inner | static class Inner',
    '33 class Shop.Inner/Deep | class Deep',
    '34 enum Shop/Color | enum Color implements Named',
    '34 field Shop.Color/RED | RED',
    '34 field Shop.Color/GREEN | GREEN(1)',
    '34 method Shop.Color.GREEN/mix | void mix()',
    '34 field Shop.Color/value | private int value',
    '34 method Shop.Color/Color | Color()',
    '34 method Shop.Color/get | int get()',
    '36 class Point | record Point(int x, @NonNull String y)',
    '36 field Point/x | int x',
    '36 field Point/y | String y',
    '36 method Point/Point | Point',
    '36 field Point/zero | static int zero',
    '37 interface Shape | interface Shape',
    '37 constant Shape/SIDES | int SIDES = 1',
    '37 method Shape/area | double area()',
    '37 method Shape/draw | default void draw()',
    '38 interface Marker | @interface Marker',
    '38 method Marker/value | String value() default ""',
  ]);
  expect(references).toEqual([
    '12 call Deprecated in Shop',
    '13 call SuppressWarnings in Shop',
    '14 type Base in Shop',
    '14 type Parent in Shop',
    '14 type Runnable in Shop',
    '14 type Named in Shop',
    '17 type List in others',
    '17 type String in others',
    '17 call ArrayList in others',
    '18 call init in Shop',
    '21 use this/items in Shop',
    '21 use List in Shop',
    '21 call List/of in Shop',
    '23 call Override in run',
    '24 type String in run',
    '24 type IOException in run',
    '25 call compute in run',
    '25 use MOST in run',
    '25 use Color in run',
    '25 use Color/RED in run',
    '25 call Color.RED/ordinal in run',
    '26 type String in run',
    '26 call each/trim in run',
    '26 use System in run',
    '26 use System/out in run',
    '26 call System.out/println in run',
    '27 use items in run',
    '27 call items/stream in run',
    '27 call items.stream()/map in run',
    '27 use String in run',
    '27 use String/valueOf in run',
    '27 call items.stream().map(String::valueOf)/map in run',
    '27 call part/length in run',
    '27 call …/forEach in run',
    '27 use this/use in run',
    '28 type Point in run',
    '28 call point/x in run',
    '29 type Reader in run',
    '29 type java in run',
    '29 type java/io in run',
    '29 call java.io/FileReader in run',
    '29 use path in run',
    '29 type Exception in run',
    '29 call Fault in run',
    '30 call Inner in run',
    '30 call Override in go',
    '30 call hidden in go',
    '34 type Named in Color',
    '34 use value in get',
    '36 call NonNull in y',
    '36 type String in y',
    '36 call check in Point',
    '36 use x in Point',
    '38 type String in value',
  ]);
  expect(imports).toEqual([
    '3 java.util | List',
    '4 java.util.concurrent | *',
    '5 org.junit.Assert | assertEquals',
    '6 java.lang.Math | *',
  ]);
  expect(damaged).toBe(false);
});
