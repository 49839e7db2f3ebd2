// The start-up token stands in the fragment of the address, which is sent to no server and logged nowhere.
const found = new URLSearchParams(location.hash.slice(1)).get("token");
if (found) {
  history.replaceState(null, "", "/login"); // out of the address bar and the history before anything else
  document.getElementById("token").value = found;
  document.getElementById("login").requestSubmit();
}
