package socket

import (
	"errors"
	"fmt"
	"net"
	"os"
)

// rightsTo returns an error for any file: sockets of Windows carry none.
func rightsTo(files []*os.File) ([]byte, error) {
	if len(files) == 0 {
		return nil, nil
	}
	return nil, fmt.Errorf("hand over the terminal: %w on Windows yet", errors.ErrUnsupported)
}

func write(conn *net.UnixConn, data, _ []byte) (int, error) { return conn.Write(data) }

func read(conn *net.UnixConn, data []byte) (n int, files []*os.File, err error) {
	n, err = conn.Read(data)
	return n, nil, err
}
