package columns_test

import (
	"strings"
	"testing"

	"stead/internal/render/columns"
	"stead/internal/term/plain"
)

func row(t *testing.T, p columns.Page, cells ...columns.Cell) []string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b, cells...); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func TestColumnsStandBesideEachOther(t *testing.T) {
	left := columns.Cell{{Text: "First it reads the file and then it writes another one."}}
	right := columns.Cell{{Lead: "- ", Text: "read main.go, which is long"}, {Text: "done"}}
	want := []string{
		"First it reads the file and  │ - read main.go, which is",
		"then it writes another one.  │   long",
		"                             │ done",
	}
	if got := row(t, columns.Page{Width: 59}, left, right); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("it is\n%s", strings.Join(got, "\n"))
	}
}

func TestNoLineIsWiderThanThePage(t *testing.T) {
	texts := []string{strings.Repeat("x", 300), strings.Repeat("日本語", 60), "e\u0301" + strings.Repeat("👩‍👩‍👧 ", 40),
		"a\tb", strings.Repeat("word ", 50)}
	for _, width := range []int{1, 2, 20, 59, 60, 80, 81, 200} {
		for _, text := range texts {
			cell := columns.Cell{{Text: text, Lead: "- "}}
			for _, line := range row(t, columns.Page{Width: width}, cell, cell) {
				if got := plain.Width(line); got > max(width, 3) {
					t.Errorf("width %d: a line has %d cells: %s", width, got, line)
				}
			}
		}
	}
}

func TestNarrowPageHasOneUnderTheOther(t *testing.T) {
	p := columns.Page{Width: 50}
	if p.Fits(2) || !p.Fits(1) || !(columns.Page{}).Fits(2) {
		t.Error("what fits beside each other is not told right")
	}
	got := row(t, p, columns.Cell{{Text: "left"}}, columns.Cell{{Text: "right"}})
	if strings.Join(got, "\n") != "left\nright" {
		t.Errorf("it is %q", got)
	}
}

func TestStylesAreOursAlone(t *testing.T) {
	cell := columns.Cell{{Text: "\x1b[31mred\x1b]0;x\x07", Lead: "\x1b[2J> ", Style: columns.Bold}}
	if got := row(t, columns.Page{Color: true}, cell)[0]; got != "\x1b[1m> \x1b[m\x1b[1mred\x1b[m" {
		t.Errorf("it is %q", got)
	}
	if got := row(t, columns.Page{}, cell)[0]; got != "> red" {
		t.Errorf("without colours it is %q", got)
	}
}

func TestRuleKeepsTheColumns(t *testing.T) {
	var b strings.Builder
	if err := (columns.Page{Width: 59}).Rule(&b, 2); err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSuffix(b.String(), "\n"); plain.Width(got) != 59 || strings.Index(got, "┼") != len("─")*29 {
		t.Errorf("it is %q", got)
	}
}
