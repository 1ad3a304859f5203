package opencode

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

// long fills a database with sessions of the given number of turns. Each turn has a prompt, a command with six
// kilobytes of output, and an answer. It returns the database and the size of one session.
func long(b *testing.B, sessions, turns int) (path string, size int64) {
	b.Helper()
	path = filepath.Join(b.TempDir(), "opencode.db")
	fixtures.Copy(b, "opencode/new.db", path)
	tx, err := Begin(background, path, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	defer tx.Rollback()
	if err := tx.Register(background, Project{ID: "p", Worktree: "/"}); err != nil {
		b.Fatal(err)
	}
	output := string(timeline.NewText(strings.Repeat("a line of output, \"quoted\"\tand\\escaped\n", 150)).JSON())
	insert := func(raw string) {
		row, _ := ParseRow([]byte(raw))
		size += int64(len(raw))
		if err := tx.Insert(background, row); err != nil {
			b.Fatal(err)
		}
	}
	for s := range sessions {
		size = 0
		insert(
			fmt.Sprintf(
				`{"table":"session","id":"ses_%d","project_id":"p","slug":"s","directory":"/d","title":"T","version":"1","time_created":1,"time_updated":2}`, s))
		for i := range turns {
			id := fmt.Sprintf("%d_%06d", s, i)
			insert(
				fmt.Sprintf(
					`{"table":"message","id":"msg_%s","session_id":"ses_%d","time_created":%d,"data":{"role":"assistant"}}`, id, s, i+1))
			insert(
				fmt.Sprintf(
					`{"table":"part","id":"prt_%s_a","message_id":"msg_%s","session_id":"ses_%d","data":{"type":"text","text":"I look."}}`, id, id, s))
			insert(
				fmt.Sprintf(
					`{"table":"part","id":"prt_%s_b","message_id":"msg_%s","session_id":"ses_%d","data":{"type":"tool","tool":"bash","state":{"status":"completed","input":{},"output":%s}}}`, id, id, s, output))
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	return path, size
}

func BenchmarkReadRows(b *testing.B) {
	path, size := long(b, 1, 5000)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		s, err := Open(background, adapter.Location{Path: path, ID: "ses_0"})
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range s.Messages(background) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkInsertRows(b *testing.B) {
	for b.Loop() {
		_, size := long(b, 1, 5000)
		b.SetBytes(size)
	}
}

func BenchmarkListOfTwoThousand(b *testing.B) {
	path, _ := long(b, 2000, 20)
	b.ResetTimer()
	for b.Loop() {
		if rows, err := ListSessions(background, path); err != nil || len(rows) != 2000 {
			b.Fatal(len(rows), err)
		}
	}
}
