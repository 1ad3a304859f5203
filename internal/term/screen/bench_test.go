package screen_test

import (
	"strings"
	"testing"

	"stead/internal/term/screen"
)

const colours = "\x1b[38;5;208mparser\x1b[0m reads the \x1b[1mnext\x1b[22m token für 你好, and 目 goes on here\r\n"

func BenchmarkWrite(b *testing.B) {
	s := screen.New(40, 120, nil)
	defer s.Close()
	s.Keep(300)
	chunk := []byte(strings.Repeat(colours, 1<<20/len(colours)))
	b.SetBytes(int64(len(chunk)))
	for b.Loop() {
		_, _ = s.Write(chunk)
	}
}

func BenchmarkRestore(b *testing.B) {
	s := screen.New(40, 120, nil)
	defer s.Close()
	s.Keep(300)
	_, _ = s.Write([]byte(strings.Repeat(colours, 1000)))
	for b.Loop() {
		b.SetBytes(int64(len(s.Restore())))
	}
}
