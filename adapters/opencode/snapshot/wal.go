package snapshot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The write-ahead log consists of a header and frames. A frame consists of a header and a page. See
// https://www.sqlite.org/fileformat2.html#walformat.
const (
	// LogHeaderSize is the size of a log's header in bytes. The header changes when SQLite restarts the log.
	LogHeaderSize   = 32
	frameHeaderSize = 24
	walMagic        = 0x377f0682 // the lowest bit sets the byte order of the checksums
)

// walIndex holds the location of each page's newest committed content in a log.
type walIndex struct {
	pageSize int64
	// pages is the size of the database, in pages, after the last commit. It is 0 if the log holds no commit.
	pages  uint32
	frames map[uint32]int64 // offsets of the pages' contents
}

// readWAL finds the pages in a log up to its last complete commit. Frames after that commit are incomplete, or left
// over from earlier use of the log.
func readWAL(log io.ReaderAt, header []byte) (walIndex, error) {
	x := walIndex{frames: map[uint32]int64{}}
	magic := binary.BigEndian.Uint32(header)
	if magic&^1 != walMagic {
		return x, nil // SQLite itself treats such a log as empty
	}
	x.pageSize = int64(binary.BigEndian.Uint32(header[8:]))
	if x.pageSize < 512 || x.pageSize > 1<<16 {
		return x, nil
	}
	sum := checksum{order: binary.ByteOrder(binary.LittleEndian)}
	if magic&1 == 1 {
		sum.order = binary.BigEndian
	}
	sum.add(header[:24])
	if !sum.is(header[24:32]) {
		return x, nil
	}
	return x, x.readFrames(log, header, sum)
}

func (x *walIndex) readFrames(log io.ReaderAt, header []byte, sum checksum) error {
	input := io.NewSectionReader(log, LogHeaderSize, 1<<62)
	frame := make([]byte, frameHeaderSize+x.pageSize)
	open := map[uint32]int64{} // pages of a transaction that is not committed yet
	for offset := int64(LogHeaderSize); ; offset += int64(len(frame)) {
		if _, err := io.ReadFull(input, frame); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read the write-ahead log: %w", err)
		}
		sum.add(frame[:8])
		sum.add(frame[frameHeaderSize:])
		if string(frame[8:16]) != string(header[16:24]) || !sum.is(frame[16:24]) {
			return nil
		}
		open[binary.BigEndian.Uint32(frame)] = offset + frameHeaderSize
		if pages := binary.BigEndian.Uint32(frame[4:]); pages > 0 {
			x.pages = pages
			for page, at := range open {
				x.frames[page] = at
			}
			clear(open)
		}
	}
}

// checksum is the log's running checksum.
type checksum struct {
	order  binary.ByteOrder
	s0, s1 uint32
}

func (c *checksum) add(data []byte) {
	for at := 0; at+8 <= len(data); at += 8 {
		c.s0 += c.order.Uint32(data[at:]) + c.s1
		c.s1 += c.order.Uint32(data[at+4:]) + c.s0
	}
}

func (c *checksum) is(stored []byte) bool {
	return c.s0 == binary.BigEndian.Uint32(stored) && c.s1 == binary.BigEndian.Uint32(stored[4:])
}
