package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestBarFitsAndNeverLosesWhoWaits(t *testing.T) {
	for _, c := range []struct {
		sessions, active, waiting, width int
		view                             View
		want                             string
	}{
		{2014, 3, 1, 80, Sessions, "stead  Sessions 2,014  Runs 3 · 1 waits  Contests  Chains  Statistics  Knowledge"},
		{2014, 3, 1, 79, Sessions, "stead Sessions 2,014 Runs 3 · 1 waits Contests Chains Statistics Knowledge"},
		{12345, 13, 12, 70, Sessions, "stead Sessions 12,345 Runs 13 · 12 waits Contests Chains Statistics"},
		{12345, 13, 12, 70, Knowledge, "stead Sessions 12,345 Runs 13 · 12 waits Contests Chains Knowledge"},
		{12345, 13, 12, 24, Sessions, "stead Sessions 12,345 Runs 13 · 12 waits"},
		{0, 0, 0, 80, Runs, "stead  Sessions  Runs  Contests  Chains  Statistics  Knowledge"},
		{1, 2, 0, 80, Runs, "stead  Sessions 1  Runs 2  Contests  Chains  Statistics  Knowledge"},
	} {
		b := bar{view: c.view, sessions: c.sessions, counts: Counts{c.active, c.waiting}, width: c.width}
		got := ansi.Strip(b.draw())
		if got != c.want {
			t.Errorf("%+v\n got %q\nwant %q", c, got, c.want)
		}
		for v := range countOfViews {
			at := strings.Index(got, views[v].name)
			if at < 0 {
				continue
			}
			at = ansi.StringWidth(got[:at])
			if hit, ok := b.at(at); !ok || hit != v {
				t.Errorf("a click in column %d of %q shows view %d, not %d", at, got, hit, v)
			}
		}
		if _, ok := b.at(0); ok {
			t.Error("a click on the program's name shows a view")
		}
	}
	if got := fmt.Sprint(thousands(7), thousands(1234567)); got != "71,234,567" && got != "7 1,234,567" {
		t.Error(got)
	}
}
