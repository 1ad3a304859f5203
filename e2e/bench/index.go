package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog/index"
	"stead/internal/adapt/jsonl"
)

// indexCommand is the argument with which bench runs itself to bring the index of a home up to date, as a command does
// that needs it.
const indexCommand = "index"

func refreshIndex(home, path string) error {
	ctx := context.Background()
	host := adapter.Host{Home: home, Getenv: func(string) string { return "" }, Now: time.Now}
	x, err := index.Open(ctx, path, index.Options{Readers: adapters.Readers(), Host: host})
	if err != nil {
		return err
	}
	report, err := x.Refresh(ctx, nil)
	if err == nil && (report.Pending > 0 || len(report.Warnings) > 0) {
		err = fmt.Errorf("%d sessions were not read: %v", report.Pending, report.Warnings)
	}
	if err != nil {
		_ = x.Close() // the first error counts
		return err
	}
	return x.Close()
}

// index measures how long the first index takes and what it costs, and how long it takes to be fresh after one record.
func (b *bench) index() error {
	folder, err := b.makeClaudeStore(*sessions)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	path := b.path(index.FileName)
	refresh := job{line: []string{self, indexCommand, b.home, path}}
	first, err := b.compare(3, job{line: []string{"sh", "-c",
		"find " + folder + " -type f -print0 | xargs -0 cat >/dev/null"}},
		job{line: refresh.line, makes: path})
	if err != nil {
		return err
	}
	what := fmt.Sprintf("first index of %d sessions", *sessions)
	b.table.limit(what, "cat "+short(first[0].wall), first[1].wall, 15*time.Second)
	b.table.memory(what+", peak", first[1].peak, 150<<20)
	if err := b.indexShare(folder, path, what); err != nil {
		return err
	}
	return b.indexAppend(folder, refresh)
}

// indexShare adds the size of the index, as a share of what it is of.
func (b *bench) indexShare(folder, path, what string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	var corpus int64
	files, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	for _, file := range files {
		if file, err := os.Stat(file); err == nil {
			corpus += file.Size()
		}
	}
	share := 100 * float64(info.Size()) / float64(max(corpus, 1))
	b.table.add(row{what: what + ", size", got: fmt.Sprintf("%.1f %%", share), peer: "sessions " + megabytes(corpus),
		aim: "< 20 %", met: share < 20})
	return err
}

// indexAppend measures a refresh after one record was appended to one session.
func (b *bench) indexAppend(folder string, refresh job) error {
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		return errors.Join(err, fmt.Errorf("no session lies in %s", folder))
	}
	var walls []time.Duration
	for n := range 9 {
		if err := appendRecord(files[0], n); err != nil {
			return err
		}
		wall, _, err := b.once(refresh)
		if err != nil {
			return err
		}
		walls = append(walls, wall)
	}
	b.table.limit("fresh after one record, the whole command", "", quantile(walls, 0.5), 25*time.Millisecond)
	return nil
}

// appendRecord appends a prompt to a session of the corpus, which ends with a line that names the record to follow.
func appendRecord(path string, n int) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	parent := fmt.Sprintf("appended-%d", n-1)
	if n == 0 {
		parent = jsonl.Value(content[bytes.LastIndexByte(bytes.TrimSpace(content), '\n')+1:]).Get("leafUuid").String()
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file,
		`{"parentUuid":%q,"isSidechain":false,"type":"user","uuid":"appended-%d","sessionId":%q,"timestamp":"2026-11-22T10:00:00.000Z",`+
			`"message":{"role":"user","content":"one more"}}`+"\n", parent, n, strings.TrimSuffix(filepath.Base(path), ".jsonl"))
	return errors.Join(err, file.Close())
}
