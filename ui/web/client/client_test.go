package client

import (
	"bytes"
	"testing"

	"stead/internal/testkit"
	"stead/ui/api"
)

// The client in the folder of the pages matches the current API.
func TestTheClientIsUpToDate(t *testing.T) {
	var written bytes.Buffer
	if err := Write(&written, api.Document("")); err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, "../app/api/client.ts", written.Bytes())
	if t.Failed() {
		t.Log("the API has changed: go test ./ui/web/client -update writes its client anew")
	}
}
