# One container: built from the sources, run as an ordinary user that can write to /data alone.
# docs/hosting.md says how to start it.

FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /sources
COPY pyproject.toml hatch_build.py hatch_urls.py constraints.txt README.md LICENSE CHANGELOG.md ./
COPY setup ./setup
COPY src ./src
# the engine is compiled; the browser bundle is taken as it is
ENV SORTILEGE_COMPILE=require SORTILEGE_FRONTEND=skip
RUN python -m venv /opt/sortilege && /opt/sortilege/bin/pip install --no-cache-dir -c constraints.txt '.[postgres,push]'

FROM python:3.13-slim
RUN groupadd --gid 8421 sortilege && useradd --uid 8421 --gid 8421 --no-create-home --shell /usr/sbin/nologin sortilege \
    && install -d -o sortilege -g sortilege -m 0700 /data
COPY --from=build /opt/sortilege /opt/sortilege
ENV PATH=/opt/sortilege/bin:$PATH SORTILEGE_DATA=/data PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 8421:8421
VOLUME /data
EXPOSE 8421
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8421/api/health', timeout=4)"]
CMD ["sortilege", "serve", "--host", "0.0.0.0", "--port", "8421", "--no-open"]
