//go:build unix

package socket

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// rightsTo returns the control message that passes files on.
func rightsTo(files []*os.File) ([]byte, error) {
	if len(files) == 0 {
		return nil, nil
	}
	descriptors := make([]int, 0, len(files))
	for _, file := range files {
		descriptors = append(descriptors, int(file.Fd()))
	}
	return unix.UnixRights(descriptors...), nil
}

func write(conn *net.UnixConn, data, rights []byte) (int, error) {
	n, _, err := conn.WriteMsgUnix(data, rights, nil)
	return n, err
}

// read reads data, and the files that come with it.
func read(conn *net.UnixConn, data []byte) (n int, files []*os.File, err error) {
	control := make([]byte, unix.CmsgSpace(4*8))
	n, c, _, _, err := conn.ReadMsgUnix(data, control)
	if c > 0 {
		files = filesIn(control[:c])
	}
	return n, files, err
}

func filesIn(control []byte) (files []*os.File) {
	messages, err := unix.ParseSocketControlMessage(control)
	if err != nil {
		return nil
	}
	for _, message := range messages {
		descriptors, _ := unix.ParseUnixRights(&message)
		for _, descriptor := range descriptors {
			unix.CloseOnExec(descriptor)
			files = append(files, os.NewFile(uintptr(descriptor), "terminal"))
		}
	}
	return files
}
