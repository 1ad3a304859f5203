// Package costs holds stead to budgets for what noise cannot blur: allocations at the start, memory, system calls. Its
// programs are built without the race detector, which would cost more than stead.
package costs_test

import (
	"os"
	"testing"

	"stead/e2e/harness"
)

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }
