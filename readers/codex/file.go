package codex

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"

	"stead/adapters/adapter"
	format "stead/internal/format/codex"
	"stead/internal/regular"
)

// rollout is an open file of a session. Codex 0.169.0 compresses one that nobody has used for seven days.
type rollout struct {
	*os.File
	isCompressed bool
}

// openFile opens a rollout, the plain one where there are two.
func openFile(path string) (*rollout, error) {
	plain := strings.TrimSuffix(path, ".zst")
	for _, name := range []string{plain, strings.TrimSuffix(plain, format.Extension) + format.CompressedExtension} {
		file, err := regular.Open(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return &rollout{file, name != plain}, err
		}
	}
	return nil, fmt.Errorf("%s: %w", path, adapter.ErrNotFound)
}

// unknown is the size of what a compressed file holds, before it was read.
const unknown = -1

// size is how much the file holds now.
func (r *rollout) size() (int64, error) {
	if r.isCompressed {
		return unknown, nil
	}
	info, err := r.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// part returns what the file holds from one offset to another one, or up to its end.
func (r *rollout) part(from, to int64) io.Reader {
	if !r.isCompressed && to == unknown {
		to = math.MaxInt64
	}
	if !r.isCompressed {
		return io.NewSectionReader(r.File, from, to-from)
	}
	unpacked := &unpacked{packed: io.NewSectionReader(r.File, 0, math.MaxInt64), skip: from}
	if to == unknown {
		return unpacked
	}
	return io.LimitReader(unpacked, to-from)
}

// mostWindow bounds the memory that unpacking takes: Codex packs with windows of 2 MB.
const mostWindow = 64 << 20

// unpacked reads what a compressed file holds.
type unpacked struct {
	packed  io.Reader
	skip    int64
	decoder *zstd.Decoder
	read    int64
}

// Read implements io.Reader. With a concurrency of 1 a decoder has no goroutines, so that it need not be closed.
func (u *unpacked) Read(into []byte) (int, error) {
	if u.decoder == nil {
		decoder, err := zstd.NewReader(u.packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(mostWindow))
		if err != nil {
			return 0, err
		}
		u.decoder = decoder
		if _, err := io.CopyN(io.Discard, decoder, u.skip); err != nil && !errors.Is(err, io.EOF) {
			return 0, damaged(err)
		}
	}
	n, err := u.decoder.Read(into)
	u.read += int64(n)
	return n, damaged(err)
}

// damaged says of which layer an error is.
func damaged(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return fmt.Errorf("what Codex has compressed cannot be unpacked (zstd -t tells more): %w", err)
}
