package sharing

import (
	"os"
	"sync"
)

// inMemory is how much of a backlog stays in memory.
const inMemory = 1 << 20

// backlog is output that waits for the emulator, in order and without a bound: what is too much for the memory lies in
// a file that has no name. Its zero value is ready.
type backlog struct {
	access        sync.Mutex
	memory, spare []byte
	file          *os.File
	read, written int64 // of the file, which comes behind the memory
}

// put adds output and returns how much waits.
func (b *backlog) put(chunk []byte) int64 {
	b.access.Lock()
	defer b.access.Unlock()
	if b.read == b.written && len(b.memory)+len(chunk) <= inMemory || !b.spill(chunk) {
		b.memory = append(b.memory, chunk...)
	}
	return b.waiting()
}

func (b *backlog) waiting() int64 { return int64(len(b.memory)) + b.written - b.read }

// size is how much waits.
func (b *backlog) size() int64 {
	b.access.Lock()
	defer b.access.Unlock()
	return b.waiting()
}

// spill writes into the file. Where that cannot be done, the memory must do.
func (b *backlog) spill(chunk []byte) bool {
	if b.file == nil {
		file, err := os.CreateTemp("", "stead-screen-")
		if err != nil {
			return false
		}
		_ = os.Remove(file.Name())
		b.file = file
	}
	n, err := b.file.WriteAt(chunk, b.written)
	b.written += int64(n)
	return err == nil || b.read != b.written // what is missing in a picture is drawn over some time; an order must be kept
}

// take returns what came first, at most inMemory bytes; none when nothing waits. Give it back to reuse.
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

// mostSpare bounds what is kept for the next output: a run's process shall hold little while it waits.
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
