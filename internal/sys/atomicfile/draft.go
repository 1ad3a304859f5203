package atomicfile

import (
	"io"
	"os"
)

const bufferSize = 256 << 10

// Draft takes the content of a file that no other process sees yet. It buffers writes, and writes to the file in the
// background. In a conversion, the system's copying of written data takes a quarter of the processor's time, and the
// producer of the content need not wait for it.
type Draft struct {
	file *os.File
	// full is the buffer that is being filled, spare the memory of the previous buffer.
	full, spare []byte
	// written receives the error of the current write. Nil if none is under way.
	written chan error
	err     error
}

// NewDraft returns a draft for an empty file.
func NewDraft(file *os.File) *Draft { return &Draft{file: file} }

// Write implements io.Writer. Errors are those of the file, and may come with a later call.
func (d *Draft) Write(p []byte) (int, error) {
	for left := p; len(left) > 0; {
		n := min(len(left), bufferSize-len(d.full))
		d.full, left = append(d.full, left[:n]...), left[n:]
		if len(d.full) == bufferSize {
			if err := d.hand(); err != nil {
				return len(p) - len(left), err
			}
		}
	}
	return len(p), d.err
}

// hand starts writing the full buffer once the previous write is done.
func (d *Draft) hand() error {
	if err := d.wait(); err != nil {
		return err
	}
	done, chunk := make(chan error, 1), d.full
	d.written, d.full, d.spare = done, d.spare[:0], chunk
	go func() {
		_, err := d.file.Write(chunk)
		done <- err
	}()
	return nil
}

// wait waits for the current write.
func (d *Draft) wait() error {
	if d.written != nil {
		if err := <-d.written; d.err == nil {
			d.err = err
		}
		d.written = nil
	}
	return d.err
}

// Flush writes what is buffered into the file. Errors are those of the file.
func (d *Draft) Flush() error {
	if err := d.wait(); err != nil || len(d.full) == 0 {
		return err
	}
	_, d.err = d.file.Write(d.full)
	d.full = d.full[:0]
	return d.err
}

// Restart discards everything that was written. Errors are those of the file.
func (d *Draft) Restart() error {
	_ = d.wait() // a failed write is discarded with the rest
	d.full, d.err = d.full[:0], nil
	if _, err := d.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return d.file.Truncate(0)
}

// Written returns the content so far, and its size. Errors are those of the file.
func (d *Draft) Written() (io.ReaderAt, int64, error) {
	if err := d.Flush(); err != nil {
		return nil, 0, err
	}
	size, err := d.file.Seek(0, io.SeekCurrent)
	return d.file, size, err
}
