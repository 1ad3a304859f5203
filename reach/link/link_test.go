package link

import (
	"errors"
	"strings"
	"testing"

	"stead/reach/layout"
)

func TestAHubOfAnotherVersionIsSaid(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		layout.Server: "", "nats-1": "", "stead-hub": "update it there", "stead-hub-1": "update it there",
		"stead-hub-9": "update stead here", "stead-hub-x": "",
	} {
		err := understands(name)
		if want == "" && err != nil || want != "" && (!errors.Is(err, ErrVersion) || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("of %s it says %v", name, err)
		}
	}
}
