package matrix_test

import (
	"fmt"
	"os"
	"testing"

	"stead/e2e/harness"
)

func TestMain(m *testing.M) {
	code := harness.Main(m)
	if err := writeDrift(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
