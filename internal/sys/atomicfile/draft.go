package atomicfile

import (
	"io"
	"os"
)

const bufferSize = 256 << 10

// Draft takes the content of a file that nobody sees yet. It buffers what is written, and writes behind: of a
// conversion, a quarter of the processor's time is the system's copying of what is written, which whoever makes the
// content need not wait for.
type Draft struct {
	file *os.File
	// full is what was written last, spare the memory of what was before.
	full, spare []byte
	// written gets the error of the write that is underway. Nil when none is.
	written chan error
	err     error
}

// NewDraft returns a draft in a file that is empty.
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

// hand has the full buffer written once the one before is.
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

// wait waits for the write that is underway.
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

// Restart takes back all that was written. Errors are those of the file.
func (d *Draft) Restart() error {
	_ = d.wait() // what failed is taken back with the rest
	d.full, d.err = d.full[:0], nil
	if _, err := d.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return d.file.Truncate(0)
}

// Written returns what was written so far, and how much that is. Errors are those of the file.
func (d *Draft) Written() (io.ReaderAt, int64, error) {
	if err := d.Flush(); err != nil {
		return nil, 0, err
	}
	size, err := d.file.Seek(0, io.SeekCurrent)
	return d.file, size, err
}
