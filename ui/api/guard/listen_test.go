package guard_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/ui/api/guard"
)

func readLines(t *testing.T, path string) []string {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func TestOthersAreServedOverTLSOnly(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "example.org:80", "[::]:0"} {
		if l, _, err := guard.Listen(t.Context(), address, guard.Certificate{}); !errors.Is(err, guard.ErrNeedsTLS) {
			t.Errorf("%s: %v, %v", address, l, err)
		}
	}
	for _, address := range []string{"127.0.0.1:0", "localhost:0"} {
		l, place, err := guard.Listen(t.Context(), address, guard.Certificate{})
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		if place.Scheme != "http" || !strings.HasPrefix(place.URL(), "http://"+strings.TrimSuffix(address, "0")) ||
			place.Hosts[3] != "[::1]:"+place.Port || !slices.Contains(place.Hosts, "localhost:"+place.Port) {
			t.Errorf("%s is %+v", address, place)
		}
	}
}

// An address at which nothing can listen is reported as such: a certificate would not help.
func TestAnAddressThatIsNoneIsAnError(t *testing.T) {
	for _, address := range []string{"127.0.0.1", "desk.example", "127.0.0.1:99999", "127.0.0.1:http:80"} {
		if l, _, err := guard.Listen(t.Context(), address, guard.Certificate{}); err == nil ||
			errors.Is(err, guard.ErrNeedsTLS) || l != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	taken, _, err := guard.Listen(t.Context(), "127.0.0.1:0", guard.Certificate{})
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if l, _, err := guard.Listen(t.Context(), taken.Addr().String(), guard.Certificate{}); err == nil || l != nil {
		t.Errorf("two servers listen at one address: %v", err)
	}
}

// Other machines must use the names and addresses in the certificate, which no other server can prove.
func TestOthersComeByTheNamesOfTheCertificate(t *testing.T) {
	l, place, err := guard.Listen(t.Context(), "0.0.0.0:0",
		certificate(t, []string{"Desk.Example"}, net.IPv4(192, 0, 2, 1), net.ParseIP("2001:db8::1")))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if want := []string{"desk.example:" + place.Port, "192.0.2.1:" + place.Port,
		"[2001:db8::1]:" + place.Port}; !slices.Equal(place.Hosts, want) || place.URL() != "https://"+want[0]+"/" {
		t.Errorf("it is %+v", place)
	}
	accepted := make(chan error)
	go func() {
		conn, err := l.Accept()
		if err == nil {
			err = conn.(*tls.Conn).HandshakeContext(t.Context())
			conn.Close()
		}
		accepted <- err
	}()
	old := &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11} //nolint:gosec // a client that is too old
	if conn, err := tls.Dial("tcp", "127.0.0.1:"+place.Port, old); err == nil {
		conn.Close()
		t.Error("it speaks a version that is broken")
	}
	if <-accepted == nil {
		t.Error("it speaks a version that is broken, and the client does not")
	}
}

func TestNamesOfACertificateAreTheServers(t *testing.T) {
	c := certificate(t, []string{"desk.example"})
	l, place, err := guard.Listen(t.Context(), "127.0.0.1:0", c)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"desk.example:" + place.Port}; place.Scheme != "https" || !slices.Equal(place.Hosts, want) {
		t.Errorf("it is %+v", place)
	}
	g := guard.New(guard.Options{Place: place, Now: time.Now, Open: func(*http.Request) bool { return true }})
	serving := &http.Server{Handler: g.Protect(http.NotFoundHandler())}
	go serving.Serve(l) //nolint:errcheck // it ends with the test
	defer serving.Close()
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // the test has made the certificate
	defer client.CloseIdleConnections()
	for host, want := range map[string]int{"desk.example:" + place.Port: 404, l.Addr().String(): 421} {
		r, err := http.NewRequest(http.MethodGet, "https://"+l.Addr().String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %s", host, answer.Status)
		}
	}
	cookie, _, err := g.Trade(t.Context(), g.Token(), place.Hosts[0])
	if err != nil || !cookie.Secure {
		t.Errorf("the cookie is %v, %v", cookie, err)
	}
	if _, _, err := guard.Listen(t.Context(), "127.0.0.1:0", certificate(t, nil)); err == nil ||
		!strings.Contains(err.Error(), "names no host") {
		t.Errorf("without a name: %v", err)
	}
	if _, _, err := guard.Listen(t.Context(), "127.0.0.1:0",
		guard.Certificate{File: "none", Key: "none"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a file: %v", err)
	}
}

// certificate makes a certificate for these names and addresses.
func certificate(t *testing.T, names []string, addresses ...net.IP) guard.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	made := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: names, IPAddresses: addresses,
		NotAfter: time.Now().Add(time.Hour)}
	raw, err := x509.CreateCertificate(rand.Reader, made, made, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	c := guard.Certificate{File: filepath.Join(folder, "cert.pem"), Key: filepath.Join(folder, "key.pem")}
	for path, block := range map[string]*pem.Block{c.File: {Type: "CERTIFICATE", Bytes: raw},
		c.Key: {Type: "EC PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return c
}
