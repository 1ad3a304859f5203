package screen

import (
	"os"
	"strings"
	"testing"

	"stead/internal/term/plain"
	"stead/internal/testkit"
)

func sample(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/sample.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDrawing(t *testing.T) {
	for name, c := range map[string]struct {
		width   int
		colored bool
	}{"plain-72": {72, false}, "colored-72": {72, true}, "plain-30": {30, false}, "unlimited": {0, false}} {
		t.Run(name, func(t *testing.T) {
			testkit.Golden(t, "testdata/"+name+".txt", []byte(strings.Join(Draw(sample(t), c.width, c.colored), "\n")+"\n"))
		})
	}
}

// TestNothingIsLost looks for each word of the sample in its drawing.
func TestNothingIsLost(t *testing.T) {
	drawn := strings.Join(strings.Fields(strings.Join(Draw(sample(t), 60, false), " ")), "")
	for word := range strings.FieldsSeq(sample(t)) {
		if word = strings.Trim(word, "#>|*_~`-=:[]()!\\&;"); word != "" && !strings.ContainsAny(word, "`*[]()\\&|") &&
			!strings.Contains(drawn, word) {
			t.Errorf("%q is not drawn", word)
		}
	}
}

func TestBlankLinesAndWidthsAreThoseOfTheText(t *testing.T) {
	const table = "|a|b|\n|-|-|\n|1|2|"
	for _, c := range []struct {
		markdown string
		width    int
		want     string
	}{
		{"- a\n- b", 0, "• a\n• b"}, {"- a\n\n- b", 0, "• a\n\n• b"}, {"1. a\n2. b", 0, "1. a\n2. b"},
		{table, 0, "a  b\n────\n1  2"}, {table, 4, "a  b\n────\n1  2"}, {table, 3, "a:\n1\nb:\n2"},
		{"> eleven more", 14, "│ eleven more"}, {"> eleven more", 13, "eleven more"},
		{"|a|b|\n|-|-:|\n|1|22|3|\n|4|", 0, "a   b\n─────\n1  22\n4"},
	} {
		if got := strings.Join(Draw(c.markdown, c.width, false), "\n"); got != c.want {
			t.Errorf("%q in %d cells is drawn as %q, not %q", c.markdown, c.width, got, c.want)
		}
	}
}

// Blocks that are nested more deeply than people nest them are drawn, but without their style.
func TestStylesInEachOtherAreBounded(t *testing.T) {
	for depth, want := range map[int]int{1: 1, deepest: deepest, deepest + 1: deepest + 1, deepest + 2: deepest + 1,
		3 * deepest: deepest + 1} {
		text := strings.Repeat("*a _b ", depth)[:3*depth] + "x"
		for i := depth; i > 0; i-- {
			text += []string{"_", "*"}[i%2]
		}
		drawn := strings.Join(Draw(text, 0, false), "\n")
		if got := strings.Count(drawn, "*"); got != 2*want || !strings.Contains(drawn, "x") {
			t.Errorf("of %d styles %d marks are drawn", depth, got)
		}
	}
}

func check(t *testing.T, markdown string, width int, colored bool) {
	t.Helper()
	for _, line := range Draw(markdown, width, colored) {
		if width >= 20 && plain.Width(line) > width {
			t.Errorf("%d cells at a width of %d: %q", plain.Width(line), width, line)
		}
		if bare := strings.NewReplacer(reset, "", bold, "", faint, "", italic, "", under, "", struck, "", code,
			"").Replace(line); plain.Text(bare) != bare && colored {
			t.Errorf("%q holds what no style of stead is", line)
		} else if !colored && strings.ContainsRune(line, '\x1b') {
			t.Errorf("%q has a style", line)
		}
		if open := lastStyle("", line); open != "" {
			t.Errorf("a style reaches over the end of %q", line)
		}
	}
}

var nasty = []string{
	"\x1b]0;owned\x07# \x1b[2J\u009bx\b", "&#27;[31mred&#x9b;2J", strings.Repeat("> ", 60) + "deep",
	strings.Repeat("*a ", 2000),
	strings.Repeat("- ", 70) + "x",
	"| a |\n|---|\n| " + strings.Repeat("wide ", 40) + "|", "```\n" + strings.Repeat("long", 100) + "\n```",
	"[x](javascript:alert(1)) ![p](http://x/p.png)",
	"<b>html</b> <!-- c -->\n\n<div>\nx\n</div>", "**bold " + strings.Repeat("word ", 50) + "`code`** end",
	"世界 **世界世界世界世界世界世界世界世界世界世界** 世界", "",
	"\n\n", "1. a\n\n   b\n2. c\n   - d",
}

func TestWhateverIsDrawnFitsAndIsHarmless(t *testing.T) {
	for _, text := range append(nasty, sample(t)) {
		for _, width := range []int{0, 20, 40, 80} {
			check(t, text, width, true)
			check(t, text, width, false)
		}
	}
}

func FuzzDraw(f *testing.F) {
	for _, text := range nasty {
		f.Add(text, 40)
	}
	f.Fuzz(func(t *testing.T, text string, width int) { check(t, text, max(0, min(width, 200)), width%2 == 0) })
}
