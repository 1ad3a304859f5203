package widths

import (
	"bytes"
	"testing"

	"stead/internal/testkit"
)

// The table in the folder of the pages matches the current emulator.
func TestTheTableIsUpToDate(t *testing.T) {
	var written bytes.Buffer
	if err := Write(&written); err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "../app/parts/terminal/width_table.ts", written.Bytes())
	if t.Failed() {
		t.Log("the emulator has changed: go test ./ui/web/widths -update writes its table anew")
	}
}
