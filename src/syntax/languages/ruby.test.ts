import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const MODELS_RB = `
require 'json'
require_relative "./util"
autoload :Late, 'late'

# Things that are sold.
module Shop
  # An item.
  #
  # Has a price.
  class Item::Base < Record::Row
    include Comparable
    MOST, LEAST = 3, 1
    NAMES = %w[a b].freeze
    attr_reader :name, :price
    attr_accessor "size"
    alias_method :cost, :price
    Point = Struct.new(:x, :y) do
      def far = x * 2
    end
    @@count = 0

    # Makes one.
    def initialize(name, *rest, key: 1, &block)
      @name = name
      total = rest.sum { |each| each.price + key }
      helper(total)
      reload
      self.class.register(Shop::Index.new(total))
    rescue Shop::Invalid => error
      warn "#{describe(error)}"
    end

    def self.create(name) = new(name)
    def ==(other) = name == other.name
    def empty?; end

    class << self
      def all; end
    end

    private

    def price=(value)
      @price = value
    end
  end
end

def top(value)
  puts value
end

config = top(1)
`;

test('Ruby: models.rb', async () => {
  expect(await factsOf('models.rb', MODELS_RB)).toEqual({
    symbols: [
      '6-47 module Shop | module Shop | Things that are sold.',
      '10-46 class Shop.Item/Base | class Item::Base < Record::Row | An item.\n\nHas a price.',
      '12 constant Shop.Item.Base/MOST | MOST, LEAST = 3, 1',
      '12 constant Shop.Item.Base/LEAST | MOST, LEAST = 3, 1',
      '13 constant Shop.Item.Base/NAMES | NAMES = %w[a b].freeze',
      '14 field Shop.Item.Base/name | attr_reader :name, :price',
      '14 field Shop.Item.Base/price | attr_reader :name, :price',
      '15 field Shop.Item.Base/size | attr_accessor "size"',
      '16 method Shop.Item.Base/cost | alias_method :cost, :price',
      '17-19 class Shop.Item.Base/Point | Point = Struct.new(:x, :y)',
      '18 method Shop.Item.Base.Point/far | def far',
      '20 field Shop.Item.Base/@@count | @@count = 0',
      '23-31 method Shop.Item.Base/initialize | def initialize(name, *rest, key: 1, &block) | Makes one.',
      '33 method Shop.Item.Base/create | def self.create(name)',
      '34 method Shop.Item.Base/== | def ==(other)',
      '35 method Shop.Item.Base/empty? | def empty?; end',
      '38 method Shop.Item.Base/all | def all; end',
      '43-45 method Shop.Item.Base/price= | def price=(value)',
      '49-51 function top | def top(value)',
      '53 variable config | config = top(1)',
    ],
    references: [
      '10 use Item in Base',
      '10 use Record in Base',
      '10 type Record/Row in Base',
      '11 call include in Base',
      '11 type Comparable in Base',
      '13 call %w[a b]/freeze in NAMES',
      '14 call attr_reader in price',
      '15 call attr_accessor in size',
      '16 call alias_method in cost',
      '17 use Struct in Point',
      '17 call Struct/new in Point',
      '18 call x in far',
      '25 call rest/sum in initialize',
      '25 call each/price in initialize',
      '26 call helper in initialize',
      '27 call reload in initialize',
      '28 call self/class in initialize',
      '28 call self.class/register in initialize',
      '28 use Shop in initialize',
      '28 use Shop/Index in initialize',
      '28 call Shop::Index/new in initialize',
      '29 use Shop in initialize',
      '29 type Shop/Invalid in initialize',
      '30 call warn in initialize',
      '30 call describe in initialize',
      '33 call new in create',
      '34 call name in ==',
      '34 call other/name in ==',
      '41 call private in Base',
      '50 call puts in top',
      '53 call top in config',
    ],
    imports: ['1 json', '2 ./util', '3 late'],
    damaged: false,
  });
});
