package failed_test

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"

	"stead/internal/sys/failed"
)

func TestAddressIsTakenUntilNobodyListens(t *testing.T) {
	first, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := first.Addr().String()
	if second, err := net.Listen("tcp", address); !failed.HasTaker(err) || failed.NobodyListens(err) {
		t.Errorf("a second listener: %v, %v", second, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if conn, err := net.Dial("tcp", address); !failed.NobodyListens(err) || failed.HasTaker(err) {
		t.Errorf("nobody listens: %v, %v", conn, err)
	}
}

func TestPipeThatNobodyReadsIsCutOff(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if _, err := writer.WriteString("x"); !failed.WasCutOff(err) || failed.NoSpace(err) {
		t.Errorf("error %v", err)
	}
}

func TestOtherErrorsAreNoneOfThem(t *testing.T) {
	for _, err := range []error{nil, io.EOF, errors.New("x"), os.ErrNotExist} {
		if failed.HasTaker(err) || failed.NobodyListens(err) || failed.WasCutOff(err) || failed.NoSpace(err) {
			t.Errorf("%v is one", err)
		}
	}
}
