package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

const (
	// extractRate is the aim of an extraction, in bytes a second.
	extractRate = 100e6
	// extractMemory is what an extraction of any size may take, in bytes.
	extractMemory = 150 << 20
	// unchangedLimit is the aim of one that finds nothing new in 2,000 sessions.
	unchangedLimit = 200 * time.Millisecond
)

// extract measures the extraction of all that was said in many sessions, the files that it makes included, and what it
// costs to find nothing new.
func (b *bench) extract() error {
	folder, err := b.makeClaudeStore(*sessions)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	size, err := bytesIn(folder)
	if err != nil {
		return err
	}
	memory := filepath.Join(b.home, ".local", "share", "stead", "memory")
	anew := job{line: []string{"sh", "-c", "rm -rf " + memory + " && exec " + b.stead + " session extract --no-index"}}
	read := job{line: []string{"sh", "-c", "find " + folder + " -name '*.jsonl' -print0 | xargs -0 cat | sha256sum"}}
	figures, err := b.compare(3, read, anew)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("extract %d sessions, %d MB", *sessions, size/1e6)
	b.table.limit(what, fmt.Sprintf("100 MB/s; cat | sha256sum %s", short(figures[0].wall)), figures[1].wall,
		time.Duration(float64(size)/extractRate*float64(time.Second)))
	b.table.memory(what+": peak", figures[1].peak, extractMemory)
	again, err := b.compare(5, job{line: []string{b.stead, "session", "extract", "--no-index"}})
	if err != nil {
		return err
	}
	b.table.limit("extract when nothing is new", "", again[0].wall, unchangedLimit)
	return os.RemoveAll(memory)
}

// bytesIn returns how many bytes the files in a folder have.
func bytesIn(folder string) (size int64, err error) {
	err = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}
