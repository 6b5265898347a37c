CREATE INDEX CONCURRENTLY IF NOT EXISTS video_product_number ON video (upper(facts ->> 'productNumber'))
  WHERE facts ? 'productNumber';
