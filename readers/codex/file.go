package codex

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/sys/regular"
)

// rollout is an open file of a session. Codex 0.169.0 compresses one that nobody has used for seven days.
type rollout struct {
	*os.File
	isCompressed bool
}

// openFile opens a rollout, the plain one where there are two.
func openFile(path string) (*rollout, error) {
	plain := plainPath(path)
	for _, name := range []string{plain, strings.TrimSuffix(plain, format.Extension) + format.CompressedExtension} {
		file, err := regular.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		head := make([]byte, len(packedMark))
		n, _ := file.ReadAt(head, 0) // whoever reads on is told
		return &rollout{file, isPacked(head[:n])}, nil
	}
	return nil, fmt.Errorf("%s: %w", path, adapter.ErrNotFound)
}

// plainPath returns the path of a rollout without the ending that Codex adds when it compresses the file.
func plainPath(path string) string {
	if plain, ok := strings.CutSuffix(path, format.CompressedExtension); ok {
		return plain + format.Extension
	}
	return path
}

// packedMark is how a file begins that is compressed with zstd, whatever its name.
const packedMark = "\x28\xb5\x2f\xfd"

func isPacked(head []byte) bool { return bytes.HasPrefix(head, []byte(packedMark)) }

// unpackedHead returns what the first bytes of a compressed file hold, as far as they go.
func unpackedHead(head []byte) []byte {
	// it ends in the middle
	plain, _ := io.ReadAll(io.LimitReader(&unpacked{packed: bytes.NewReader(head)}, maxHeadWindow))
	return plain
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
}

// Read implements io.Reader. With a concurrency of 1 a decoder has no goroutines, so that it need not be closed.
func (u *unpacked) Read(into []byte) (int, error) {
	if u.decoder == nil {
		decoder, err := zstd.NewReader(u.packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(mostWindow))
		if err != nil {
			return 0, err
		}
		u.decoder = decoder
		if _, err := io.CopyN(io.Discard, decoder, u.skip); err != nil && !errors.Is(err, io.EOF) {
			return 0, damaged(err)
		}
	}
	n, err := u.decoder.Read(into)
	return n, damaged(err)
}

// damaged says of which layer an error is. Its cause is not handed on: the early end of a packed file is none of what
// it holds.
func damaged(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return fmt.Errorf("what Codex has compressed cannot be unpacked (zstd -t tells more): %s", err.Error())
}
