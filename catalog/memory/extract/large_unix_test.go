//go:build unix

package extract_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/internal/testkit/corpus"
	"stead/internal/testkit/resources"
)

// largeVariable asks for the large run: how many gigabytes of sessions are made, extracted, and removed again.
//
//	STEAD_EXTRACT_GB=5 go test ./catalog/memory/extract -run Large -v -timeout 2h
const largeVariable = "STEAD_EXTRACT_GB"

// mostMemory is what an extraction of any size may take, in bytes, the Go runtime's share included.
const mostMemory = 150 << 20

// TestLargeStoreTakesNoMoreMemory extracts gigabytes and asks the system for the peak of the process's memory.
func TestLargeStoreTakesNoMoreMemory(t *testing.T) {
	gigabytes, err := strconv.ParseFloat(os.Getenv(largeVariable), 64)
	if err != nil {
		t.Skip("set " + largeVariable + " to run it")
	}
	p := newPlace(t)
	const each = 5 << 20
	for i := range int(gigabytes * 1e9 / each) {
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000001", i)
		writeCorpus(t, filepath.Join(p.Host.Home, ".claude/projects/-code", id+".jsonl"), id, each, uint64(i))
	}
	t.Logf("before: %s", peak(t))
	var before, after syscall.Rusage
	began := time.Now()
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	grown := resources.PeakHeap(func() {
		total := p.run().Total()
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
		cpu := time.Duration(after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano())
		took := time.Since(began)
		t.Logf("%+v in %v, %v of processor time: %.0f MB/s by the clock, %.0f MB a second of one core", total, took, cpu,
			float64(total.Bytes)/1e6/took.Seconds(), float64(total.Bytes)/1e6/cpu.Seconds())
	})
	t.Logf("after: %s, the heap grew by %d MB", peak(t), grown>>20)
	if grown > mostMemory {
		t.Errorf("the heap grew by %d MB, want at most %d", grown>>20, mostMemory>>20)
	}
}

func writeCorpus(t *testing.T, path, id string, size int64, seed uint64) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, 1<<20)
	if err := corpus.Write(out, id, size, seed); err != nil {
		t.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
}

// peak returns the line of the system's file that has the most memory that the process has held.
func peak(t *testing.T) string {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM") {
			return strings.Join(strings.Fields(line), " ")
		}
	}
	return "unknown"
}
