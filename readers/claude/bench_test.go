package claude_test

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/corpus"
	"stead/readers/claude"
)

// benchmarkSize is the size of the session that the benchmarks read.
const benchmarkSize = 200 << 20

func BenchmarkOpen(b *testing.B) {
	location := corpusSession(b)
	for b.Loop() {
		if _, err := (claude.Reader{}).Open(context.Background(), location); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEntries(b *testing.B) {
	stream, err := claude.Reader{}.Open(context.Background(), corpusSession(b))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range stream.Entries {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func corpusSession(b *testing.B) adapter.Location {
	b.Helper()
	const id = "00000000-0000-4000-8000-000000000001"
	path := filepath.Join(b.TempDir(), id+".jsonl")
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	buffered := bufio.NewWriter(file)
	if err := corpus.Write(buffered, id, benchmarkSize, 1); err != nil {
		b.Fatal(err)
	}
	if err := buffered.Flush(); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(benchmarkSize)
	return adapter.Location{Path: path, ID: id}
}
