package userservice_test

import (
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/internal/sys/userservice"
	"stead/internal/testkit"
)

func sample() userservice.Service {
	return userservice.Service{
		Name: "stead-node", About: "stead node", Maker: "stead node install",
		Args:    []string{"/opt/my programs/100%/stead", "node"},
		Environ: []string{"PATH=/usr/bin:/home/ann/bin", "XDG_DATA_HOME=/data/$ann/\"quoted\" & <odd>\\"},
		Final:   []int{2, 3}, Log: "/home/ann/.local/state/stead/node.log",
	}
}

func TestWhatTheSystemReads(t *testing.T) {
	testkit.Golden(t, filepath.Join("testdata", "stead-node.service"), sample().Unit())
	testkit.Golden(t, filepath.Join("testdata", "stead-node.plist"), sample().List())
}

func TestFilesOfOthersAreTold(t *testing.T) {
	for _, content := range [][]byte{sample().Unit(), sample().List()} {
		if !userservice.IsOurs(content) {
			t.Errorf("it takes its own for another's:\n%s", content)
		}
	}
	if userservice.IsOurs([]byte("[Unit]\nDescription=stead node\n")) {
		t.Error("it takes another's for its own")
	}
}

// No value leads out of its own line.
func TestNoValueBecomesASetting(t *testing.T) {
	s := sample()
	s.About, s.Maker, s.Args, s.Environ = "a\nExecStart=/bin/evil", "b\nExecStart=/bin/evil", []string{
		"/bin/stead\nExecStart=/bin/evil"}, []string{"A=b\nExecStart=/bin/evil"}
	count := 0
	for line := range strings.SplitSeq(string(s.Unit()), "\n") {
		if strings.HasPrefix(line, "ExecStart=") {
			count++
		}
	}
	if count != 1 {
		t.Errorf("it has %d programs:\n%s", count, s.Unit())
	}
}

func TestListIsXMLWithTheValuesAsTheyWere(t *testing.T) {
	decoder := xml.NewDecoder(strings.NewReader(string(sample().List())))
	var texts []string
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok {
			texts = append(texts, string(data))
		}
	}
	for _, want := range []string{"/opt/my programs/100%/stead", "XDG_DATA_HOME", "/data/$ann/\"quoted\" & <odd>\\"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not there", want)
		}
	}
}
