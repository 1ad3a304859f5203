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

// indexShare adds the size of the index, as a share of the sessions' size.
func (b *bench) indexShare(s filled, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	share := 100 * float64(info.Size()) / float64(max(s.size, 1))
	b.grid.add(s.name, "first index, size", "20 % of the sessions", cell{fmt.Sprintf("%.1f %%", share), share / 20})
	return nil
}

// indexAppend measures a refresh after one record was appended to one session.
func (b *bench) indexAppend(s filled, refresh job) error {
	files, err := filepath.Glob(filepath.Join(s.folder, "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		return errors.Join(err, fmt.Errorf("no session lies in %s", s.folder))
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
	b.grid.limit(s.name, "fresh after one record", quantile(walls, 0.5), 25*time.Millisecond)
	return nil
}

// appendRecord appends a prompt to a session, which names somewhere near its end the record to follow.
func appendRecord(path string, n int) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	parent := fmt.Sprintf("appended-%d", n-1)
	if n == 0 {
		last := content[bytes.LastIndex(content, []byte(`"leafUuid"`)):]
		parent = jsonl.Value(append([]byte("{"), last[:bytes.IndexByte(last, '\n')]...)).Get("leafUuid").String()
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
