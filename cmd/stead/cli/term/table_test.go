package term_test

import (
	"strings"
	"testing"

	"stead/cmd/stead/cli/term"
)

func TestTableFitsItsWidth(t *testing.T) {
	columns := []term.Column{{Title: "NAME", Most: 10}, {Title: "FOLDER", Most: 8, End: true}, {Title: "TEXT"}}
	rows := [][]string{{"a", "/home/user/x", "a short text"}, {"a-name-that-is-long", "/y", "世界世界世界世界\x1b[31m and more"}}
	for _, c := range []struct {
		width int
		want  string
	}{
		{0, "NAME                 FOLDER        TEXT\n" +
			"a                    /home/user/x  a short text\n" +
			"a-name-that-is-long  /y            世界世界世界世界 and more\n"},
		{40, "NAME        FOLDER    TEXT\n" +
			"a           …/user/x  a short text\n" +
			"a-name-th…  /y        世界世界世界世界 …\n"},
		{26, "NAME    FOLDER  TEXT\n" +
			"a       …ser/x  a short t…\n" +
			"a-nam…  /y      世界世界…\n"},
	} {
		var b strings.Builder
		if err := term.WriteTable(&b, c.width, columns, rows); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("in %d cells it is\n%swant\n%s", c.width, b.String(), c.want)
		}
	}
}

func TestDrawnColumnKeepsItsTrunk(t *testing.T) {
	for _, c := range []struct {
		column term.Column
		want   string
	}{{term.Column{Drawn: true}, "│  └─ a b"}, {term.Column{}, "│ └─ a b"}} {
		if got := c.column.Clean("│  └─ a\tb\x07"); got != c.want {
			t.Errorf("%+v makes %q of it, want %q", c.column, got, c.want)
		}
	}
}

func TestRemarkStandsBelowItsRow(t *testing.T) {
	var b strings.Builder
	columns, rows := []term.Column{{Title: "A"}}, [][]string{{"1"}, {"2"}, {"3"}}
	if err := term.WriteRemarked(&b, 16, columns, rows, []string{"", "why\nit \x1b[31mbroke in the end",
		"x"}); err != nil {
		t.Fatal(err)
	}
	if want := "A\n1\n2\n      why it br…\n3\n      x\n"; b.String() != want {
		t.Errorf("it is\n%s", b.String())
	}
}
