package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
	"stead/timeline/store"
)

func entry(n int) *timeline.Entry {
	return &timeline.Entry{ID: fmt.Sprintf("e%d", n), Timestamp: "2026-11-20T10:00:00Z", Type: timeline.ToolResult,
		CallID: fmt.Sprintf("c%d", n), Success: true, Output: timeline.NewText(fmt.Sprintf("output %d\n", n))}
}

func history() timeline.Stream {
	return timeline.Stream{Header: timeline.Header{ID: "s", Version: timeline.Version}, Entries: timeline.Of(entry(0))}
}

func TestAppendedEntriesAreSeenAndReadBack(t *testing.T) {
	j, err := store.Create(filepath.Join(t.TempDir(), "j"), history())
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	waited := make(chan []store.Row)
	go func() {
		rows, _ := j.View().Wait(context.Background(), 0)
		waited <- rows
	}()
	if err := j.Append(entry(1), entry(2)); err != nil {
		t.Fatal(err)
	}
	rows := <-waited
	if len(rows) != 2 || rows[1].ID != "e2" || rows[1].Sequence != 2 {
		t.Fatalf("rows = %+v", rows)
	}
	answer, ok := j.View().Answer("c2")
	if !ok {
		t.Fatal("no answer of call c2")
	}
	e, err := j.Read(answer)
	if err != nil || e.Output.String() != "output 2\n" {
		t.Errorf("read %v, %v", e, err)
	}
	if after := j.View().After(1); len(after) != 1 || after[0].ID != "e2" {
		t.Errorf("after 1: %+v", after)
	}
}

// TestCutAnywhereReopensToAPrefix is the law of the crash: wherever the last write was cut, what was whole before is there once.
func TestCutAnywhereReopensToAPrefix(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	j, err := store.Create(whole, history())
	if err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(whole)
	if err := j.Append(entry(1)); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(entry(2), entry(3)); err != nil {
		t.Fatal(err)
	}
	j.Close()
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for size := before.Size(); size <= int64(len(content)); size++ {
		path := filepath.Join(dir, fmt.Sprint(size))
		if err := os.WriteFile(path, content[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		j, dropped, err := store.Reopen(path)
		if err != nil {
			t.Fatalf("cut at %d: %v", size, err)
		}
		n := j.View().Len()
		seen[n] = true
		if err := j.Append(entry(9)); err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, row := range j.View().After(0) {
			ids = append(ids, row.ID)
		}
		want := append([]string{"e0", "e1", "e2", "e3"}[:n:n], "e9")
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("cut at %d (dropped %d): %s", size, dropped, diff)
		}
		j.Close()
	}
	if !seen[1] || !seen[2] || !seen[3] || !seen[4] {
		t.Errorf("the cuts met only %v", seen)
	}
}

func TestReopenRefusesAnotherFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("{\"type\":\"user\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.Reopen(path); err == nil {
		t.Error("no error")
	}
}
