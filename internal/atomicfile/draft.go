package atomicfile

import (
	"bufio"
	"io"
	"os"
)

const bufferSize = 256 << 10

// Draft takes the content of a file that nobody sees yet. It buffers what is written.
type Draft struct {
	file   *os.File
	buffer *bufio.Writer
}

// NewDraft returns a draft in a file that is empty.
func NewDraft(file *os.File) *Draft {
	return &Draft{file: file, buffer: bufio.NewWriterSize(file, bufferSize)}
}

// Write implements io.Writer. Errors are those of the file.
func (d *Draft) Write(p []byte) (int, error) { return d.buffer.Write(p) }

// Flush writes what is buffered into the file. Errors are those of the file.
func (d *Draft) Flush() error { return d.buffer.Flush() }

// Restart takes back all that was written. Errors are those of the file.
func (d *Draft) Restart() error {
	d.buffer.Reset(d.file)
	if _, err := d.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return d.file.Truncate(0)
}
