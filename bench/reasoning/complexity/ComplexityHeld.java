import java.util.*;

/** Functions of a known class, which the comment before each names: written for this benchmark. */
class ComplexityHeld {
  // constant
  static boolean c1(List<Integer> xs) {
    return xs.isEmpty() || xs.get(0) > 3;
  }

  // log n
  static int l1(int[] xs, int target) {
    int lo = 0, hi = xs.length - 1;
    while (lo <= hi) {
      int mid = lo + (hi - lo) / 2;
      if (xs[mid] == target) return mid;
      if (xs[mid] < target) lo = mid + 1;
      else hi = mid - 1;
    }
    return -1;
  }

  // n
  static int n1(int[] xs) {
    int best = xs[0], running = xs[0];
    for (int i = 1; i < xs.length; i++) {
      running = Math.max(xs[i], running + xs[i]);
      best = Math.max(best, running);
    }
    return best;
  }

  // n
  static Map<String, Integer> n2(List<String> words) {
    Map<String, Integer> counts = new HashMap<>();
    for (String word : words) counts.merge(word, 1, Integer::sum);
    return counts;
  }

  // n
  static String n3(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = text.length() - 1; i >= 0; i--) out.append(text.charAt(i));
    return out.toString();
  }

  // n
  static int n4(int n) {
    return n == 0 ? 0 : n + n4(n - 1);
  }

  // n
  static int[] n5(int[] heights) {
    int[] next = new int[heights.length];
    Deque<Integer> stack = new ArrayDeque<>();
    for (int i = 0; i < heights.length; i++) {
      while (!stack.isEmpty() && heights[stack.peek()] < heights[i]) {
        next[stack.pop()] = i;
      }
      stack.push(i);
    }
    return next;
  }

  // n log n
  static int g1(int[] xs) {
    Arrays.sort(xs);
    int distinct = 1;
    for (int i = 1; i < xs.length; i++) if (xs[i] != xs[i - 1]) distinct++;
    return distinct;
  }

  // n log n
  static int g2(int n) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 1; j < n; j *= 2) count++;
    }
    return count;
  }

  // n²
  static List<Integer> q1(List<Integer> xs) {
    List<Integer> unique = new ArrayList<>();
    for (Integer x : xs) {
      if (!unique.contains(x)) unique.add(x);
    }
    return unique;
  }

  // n²
  static String q2(String[] words) {
    String out = "";
    for (String word : words) out = out + word;
    return out;
  }

  // n²
  static void q3(int[] xs) {
    for (int i = 1; i < xs.length; i++) {
      int x = xs[i];
      int j = i - 1;
      while (j >= 0 && xs[j] > x) {
        xs[j + 1] = xs[j];
        j--;
      }
      xs[j + 1] = x;
    }
  }

  // n²
  static int q4(ArrayList<Integer> xs) {
    int sum = 0;
    while (!xs.isEmpty()) sum += xs.remove(0);
    return sum;
  }

  // n³
  static int t1(int[] xs) {
    int found = 0;
    for (int a : xs) for (int b : xs) for (int c : xs) if (a + b + c == 0) found++;
    return found;
  }

  // 2^n
  static int e1(int[] xs, int at, int left) {
    if (left == 0) return 1;
    if (at == xs.length) return 0;
    return e1(xs, at + 1, left) + e1(xs, at + 1, left - xs[at]);
  }
}
