package session

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stead/catalog/listing"
	"stead/catalog/origin"
	"stead/cmd/stead/cli/setup"
	"stead/forks"
	"stead/internal/testkit"
	"stead/timeline"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// someRows are one row of each kind.
func someRows() []listing.Row {
	row := func(reference, project, title string, hours int, change func(*listing.Row)) listing.Row {
		r := listing.Row{Reference: reference, State: listing.Idle, Turns: 3 * hours, Summary: timeline.Summary{
			Project: project, Title: title, Model: "claude-opus-4-8", Branch: "main", Bytes: 1 << (10 + hours),
			Updated: noon.Add(-time.Duration(hours) * time.Hour),
		}}
		change(&r)
		return r
	}
	return []listing.Row{
		row("claude:703f4375", "/home/user/app",
			"Fix the bug in main.py and run it, then write down what was wrong with it", 0, func(r *listing.Row) {
				r.State, r.Copies, r.Subagents = listing.Working, 2, 1
			}),
		row("codex:01a1fa47-78", "/state/worktrees/ab-1/codex", "Say hello, ünïcode 你好 \"quotes\"", 2, func(r *listing.Row) {
			r.Model, r.From, r.Origin = "gpt-6-sol", "claude:703f4375", origin.Origin{Kind: timeline.LineageAB,
				Project: "/home/user/app"}
		}),
		row("gemini:5f2a91c0", "/code/other/app", "Of the same name", 5, func(r *listing.Row) {
			r.Bytes = 0 // as of a session in a database
			r.State, r.From, r.Origin.Kind = listing.Waiting, "codex:01a1fa47-78", timeline.LineageContinue
		}),
		row("desk/pi:5f2a91c0", "/home/ann/app", "On a machine that is away", 3,
			func(r *listing.Row) { r.Machine, r.Seen = "desk", noon }),
		row("kimi:5f2a91c0", "/home/user", "A title\x1b[31m of a stranger", 60,
			func(r *listing.Row) { r.Bytes, r.Origin.Kind = 1_200_000_000, forks.Mirror }),
	}
}

func TestScreensOfTheList(t *testing.T) {
	for _, width := range []int{60, 80, 120, 0} {
		out, err := os.Create(filepath.Join(t.TempDir(), "screen"))
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		p := setup.NewProcess(nil, []string{"HOME=/home/user", fmt.Sprint("COLUMNS=", width)}, "/", os.Stdin, out, out)
		if err := (rows{p, noon, width}).print(someRows()); err != nil {
			t.Fatal(err)
		}
		screen, err := os.ReadFile(out.Name())
		if err != nil {
			t.Fatal(err)
		}
		testkit.Golden(t, fmt.Sprintf("testdata/list-%d.txt", width), screen)
	}
}
