# Sourced by .ci/run: the programs that a few tests run, from Debian's packages where they are missing.
# Text recognition reads with tesseract, a batch on Spark runs on Java; without them those tests skip and say so.
if command -v apt-get >/dev/null; then
  missing=""
  command -v java >/dev/null || missing="openjdk-17-jre-headless"
  for language in chi_tra chi_sim eng; do
    tesseract --list-langs 2>/dev/null | grep -qx "$language" || missing="$missing tesseract-ocr tesseract-ocr-$(echo "$language" | tr _ -)"
  done
  if [ -n "$missing" ]; then
    (apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing) >/dev/null 2>&1 ||
      echo "programs.sh: could not install$missing: their tests will skip" >&2
  fi
fi
