package sharing

import (
	"os"
	"sync"

	"stead/internal/sys/tempfile"
)

// inMemory is the maximum size, in bytes, of the part of a backlog that is in memory.
const inMemory = 1 << 20

// backlog is output that waits for the emulator, in order and without a limit. What does not fit into memory is in a
// file without a name. The zero value is ready to use.
type backlog struct {
	access        sync.Mutex
	memory, spare []byte
	file          *os.File
	read, written int64 // offsets in the file, whose output follows that in memory
}

// put adds output and returns the number of waiting bytes.
func (b *backlog) put(chunk []byte) int64 {
	b.access.Lock()
	defer b.access.Unlock()
	if b.read == b.written && len(b.memory)+len(chunk) <= inMemory || !b.spill(chunk) {
		b.memory = append(b.memory, chunk...)
	}
	return b.waiting()
}

func (b *backlog) waiting() int64 { return int64(len(b.memory)) + b.written - b.read }

// size returns the number of waiting bytes.
func (b *backlog) size() int64 {
	b.access.Lock()
	defer b.access.Unlock()
	return b.waiting()
}

// spill writes into the file. If that fails, the caller uses memory instead.
func (b *backlog) spill(chunk []byte) bool {
	if b.file == nil {
		file, err := tempfile.Create("", "stead-screen-")
		if err != nil {
			return false
		}
		b.file = file
	}
	n, err := b.file.WriteAt(chunk, b.written)
	b.written += int64(n)
	return err == nil || b.read != b.written // a picture is redrawn sooner or later; an order must be kept
}

// take returns the oldest output, at most inMemory bytes, or nothing if nothing waits. The caller passes it to reuse
// afterwards.
func (b *backlog) take() []byte {
	b.access.Lock()
	defer b.access.Unlock()
	if len(b.memory) > 0 {
		taken := b.memory
		b.memory, b.spare = b.spare, nil
		return taken
	}
	if b.read == b.written {
		return nil
	}
	chunk := make([]byte, min(inMemory, b.written-b.read))
	n, _ := b.file.ReadAt(chunk, b.read)
	if b.read += int64(n); b.read == b.written || n == 0 {
		b.read, b.written = 0, 0
		_ = b.file.Truncate(0)
	}
	return chunk[:n]
}

// mostSpare is the maximum size, in bytes, of a chunk that is kept for the next output: the process of a run must use
// little memory while it waits.
const mostSpare = 64 << 10

// reuse takes a chunk back.
func (b *backlog) reuse(chunk []byte) {
	b.access.Lock()
	defer b.access.Unlock()
	if cap(chunk) <= mostSpare {
		b.spare = chunk[:0]
	}
}

func (b *backlog) isEmpty() bool { return b.size() == 0 }

func (b *backlog) close() {
	if b.file != nil {
		_ = b.file.Close()
	}
}
